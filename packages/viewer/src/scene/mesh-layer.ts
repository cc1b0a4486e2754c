import type { Scenario } from '@skein/core';
import type { MeshInput } from '@skein/core/describe';
import {
  BufferGeometry,
  Color,
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
const FLOOR = new Color(0x22303f);
/** The colors of areas that cost this many times as much as the rest, or this part of it. Others are in between. */
const MOST = 8;
const DEAR = new Color(0x8a5a1c);
const CHEAP = new Color(0x1f8a76);

type Ground = MeshInput & Pick<NonNullable<Scenario['ground']>, 'areas'>;

/**
 * Draws the navigation mesh or the ground of a scene. Walls are bright lines, and edges between two polygons are dim
 * lines. A ground has translucent floors, so that those below stay visible. Areas have the color of their cost.
 */
export class MeshLayer implements Layer {
  readonly object = new Group();

  constructor(mesh: Ground) {
    const { walls, shared } = edgesOf(mesh);
    if (mesh.areas !== undefined || mesh.vertices.some(([, , z]) => z !== 0)) {
      this.object.add(floorsOf(mesh));
    }
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
function floorsOf({ vertices, polygons, areas = [] }: Ground): Mesh {
  const inks = new Map(
    areas.flatMap(({ polygons: its, cost }) => {
      const ink = inkOf(cost);
      return its.map((polygon) => [polygon, ink]);
    }),
  );
  const places: number[] = [];
  const colors: number[] = [];
  polygons.forEach(([first, ...rest], polygon) => {
    const { r, g, b } = inks.get(polygon) ?? FLOOR;
    for (let k = 1; k < rest.length; k++) {
      places.push(...vertices[first], ...vertices[rest[k - 1]], ...vertices[rest[k]]);
      colors.push(r, g, b, r, g, b, r, g, b);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(places, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 3));
  const material = new MeshBasicMaterial({
    ...{ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.55 },
    depthWrite: false,
    ...{ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 },
  });
  return new Mesh(geometry, material);
}

/** The color of ground of this cost. */
function inkOf(cost: number): Color {
  const share = Math.max(-1, Math.min(1, Math.log(cost) / Math.log(MOST)));
  return FLOOR.clone().lerp(share > 0 ? DEAR : CHEAP, Math.abs(share));
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
