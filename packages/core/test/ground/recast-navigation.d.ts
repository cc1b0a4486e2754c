// It has types, but they import without extensions, which Node's module resolution does not support.
declare module 'recast-navigation' {
  interface Vector3 {
    x: number;
    y: number;
    z: number;
  }
  export type NavMesh = import('../../src/path/index.ts').RecastMesh;
  export class NavMeshQuery {
    constructor(navMesh: NavMesh);
    computePath(start: Vector3, end: Vector3): { path: Vector3[] };
  }
  export function init(): Promise<void>;
}

declare module 'recast-navigation/generators' {
  import type { NavMesh } from 'recast-navigation';
  export function generateTiledNavMesh(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    settings: Record<string, number>,
  ): { success: true; navMesh: NavMesh } | { success: false; navMesh: undefined };
}
