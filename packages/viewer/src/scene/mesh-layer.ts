import type { MeshInput } from '@skein/core/describe';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

const WALL = 0x7f9ab5;
const SHARED = 0x3b4c5e;

/** Draws the navigation mesh of a scene. Walls are bright lines, and edges between two polygons are dim lines. */
export class MeshLayer implements Layer {
  readonly object = new Group();

  constructor(mesh: MeshInput) {
    const { walls, shared } = edgesOf(mesh);
    for (const [places, color] of [
      [shared, SHARED],
      [walls, WALL],
    ] as const) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
      this.object.add(new LineSegments(geometry, new LineBasicMaterial({ color })));
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

/**
 * Returns the edges of a navigation mesh, as x, y and z of their two ends. `walls` are the edges that belong to one
 * polygon; `shared` are the edges that belong to two polygons.
 */
export function edgesOf({ vertices, polygons }: MeshInput): { walls: number[]; shared: number[] } {
  const edges = new Map<string, { ends: number[]; count: number }>();
  for (const polygon of polygons) {
    polygon.forEach((vertex, k) => {
      const [ax, ay] = vertices[vertex].map(Math.fround);
      const [bx, by] = vertices[polygon[(k + 1) % polygon.length]].map(Math.fround);
      const isFirst = ax < bx || (ax === bx && ay < by);
      const ends = isFirst ? [ax, ay, 0, bx, by, 0] : [bx, by, 0, ax, ay, 0];
      const edge = edges.get(String(ends));
      if (edge === undefined) edges.set(String(ends), { ends, count: 1 });
      else edge.count++;
    });
  }
  const all = [...edges.values()];
  return {
    walls: all.filter(({ count }) => count === 1).flatMap(({ ends }) => ends),
    shared: all.filter(({ count }) => count > 1).flatMap(({ ends }) => ends),
  };
}
