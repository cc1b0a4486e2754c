import type { MeshInput } from '@skein/core/describe';
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

const WALL = 0x7f9ab5;
const SHARED = 0x3b4c5e;
const FLOOR = 0x22303f;

/**
 * Draws the navigation mesh or the ground of a scene. Walls are bright lines, and edges between two polygons are dim
 * lines. A ground has translucent floors, so that those below stay visible.
 */
export class MeshLayer implements Layer {
  readonly object = new Group();

  constructor(mesh: MeshInput) {
    const { walls, shared } = edgesOf(mesh);
    if (mesh.vertices.some(([, , z]) => z !== 0)) this.object.add(floorsOf(mesh));
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

/** The polygons of a ground as fans of triangles around their first corners, as walkers stand on them. */
function floorsOf({ vertices, polygons }: MeshInput): Mesh {
  const places = polygons.flatMap(([first, ...rest]) =>
    rest
      .slice(1)
      .flatMap((last, k) => [...vertices[first], ...vertices[rest[k]], ...vertices[last]]),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  const material = new MeshBasicMaterial({
    ...{ color: FLOOR, side: DoubleSide, transparent: true, opacity: 0.55, depthWrite: false },
    ...{ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 },
  });
  return new Mesh(geometry, material);
}

/**
 * Returns the edges of a navigation mesh, as x, y and z of their two ends. `walls` are the edges that belong to one
 * polygon; `shared` are the edges that belong to two polygons.
 */
export function edgesOf({ vertices, polygons }: MeshInput): { walls: number[]; shared: number[] } {
  const edges = new Map<string, { ends: number[]; count: number }>();
  for (const polygon of polygons) {
    polygon.forEach((vertex, k) => {
      const [ax, ay, az] = vertices[vertex].map(Math.fround);
      const [bx, by, bz] = vertices[polygon[(k + 1) % polygon.length]].map(Math.fround);
      const isFirst = ax < bx || (ax === bx && ay < by);
      const ends = isFirst ? [ax, ay, az, bx, by, bz] : [bx, by, bz, ax, ay, az];
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
