import type { Scenario } from '@skein/core';
import type { Relief } from '@skein/three/parts';
import { BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from 'three';
import { disposeTree } from './dispose-tree.ts';
import type { Layer } from './layer.ts';

/** Draws the paths that targets and agents follow, as thin lines. */
export class PathLayer implements Layer {
  readonly object = new Group();

  constructor({ paths }: Scenario, relief: Relief | undefined) {
    for (const { points: given, closed } of paths) {
      const points = relief === undefined ? [...given] : onGround(given, closed, relief);
      if (closed) points.push(points[0]);
      const geometry = new BufferGeometry().setFromPoints(
        points.map((point) => new Vector3(...point)),
      );
      const material = new LineBasicMaterial({ color: 0xbfe3ff, transparent: true, opacity: 0.28 });
      material.depthWrite = false;
      this.object.add(new Line(geometry, material));
    }
  }

  dispose(): void {
    disposeTree(this.object);
  }
}

type Point = readonly [x: number, y: number, z: number];

/** Returns a path with additional points, so that it follows the ground between the given points. */
function onGround(points: readonly Point[], closed: boolean, relief: Relief): Point[] {
  const legs = closed ? points.length : points.length - 1;
  const begin = relief.along(points[0], points[0]);
  const ways = Array.from({ length: legs }, (_, leg) =>
    relief.along(points[leg], points[(leg + 1) % points.length]),
  );
  return [...begin, ...ways.flat()];
}
