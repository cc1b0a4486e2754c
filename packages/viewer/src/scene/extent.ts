import type { Scenario } from '@skein/core';
import { columnsOf } from '@skein/core/internal';
import { Box3, Vector3 } from 'three';

/** The region that a scene occupies. */
export interface Extent {
  readonly box: Box3;
  readonly center: Vector3;
  /** Half the length of the diagonal of the box, in m. */
  readonly radius: number;
  /** Whether `box` is given by the scenario. Otherwise, it is an estimate. */
  readonly bounded: boolean;
}

/**
 * Computes the region that a scene occupies: its bounds, its map, its navigation mesh or its ground. If the scene has
 * none of them, the region is a box around everything that the scene contains at the start.
 */
export function extentOf(scenario: Scenario): Extent {
  const bounded = scenario.bounds.type !== 'open';
  const mesh = scenario.ground ?? scenario.mesh;
  const box = new Box3();
  if (scenario.bounds.type !== 'open') {
    box.set(new Vector3(...scenario.bounds.min), new Vector3(...scenario.bounds.max));
  } else if (scenario.map !== undefined) {
    const { rows, cellSize, origin } = scenario.map;
    const size = new Vector3(columnsOf(rows) * cellSize, rows.length * cellSize, 0);
    box.set(new Vector3(...origin), new Vector3(...origin).add(size));
  } else if (mesh !== undefined) {
    for (const vertex of mesh.vertices) addBallBox(box, vertex);
  } else {
    for (const target of scenario.targets) addBall(box, target.position, target.radius);
    for (const launcher of scenario.launchers) addBall(box, launcher.position, 1);
    for (const obstacle of scenario.obstacles) {
      if (obstacle.type === 'sphere') addBall(box, obstacle.center, obstacle.radius);
      if (obstacle.type === 'box') addBallBox(addBallBox(box, obstacle.min), obstacle.max);
      if (obstacle.type === 'capsule') {
        for (const end of [obstacle.from, obstacle.to]) addBall(box, end, obstacle.radius);
      }
      if (obstacle.type === 'polygon') for (const at of obstacle.points) addBallBox(box, at);
    }
    for (const { spawn } of scenario.species) {
      if ('center' in spawn) addBall(box, spawn.center, spawn.radius);
      if (spawn.type === 'box') addBall(addBallBox(box, spawn.min), spawn.max, 0);
      if (spawn.type === 'points') for (const place of spawn.positions) addBall(box, place, 1);
    }
    if (box.isEmpty()) addBall(box, [0, 0, 0], 10);
  }
  const center = box.getCenter(new Vector3());
  const radius = Math.max(1, box.getSize(new Vector3()).length() / 2);
  return { box, center, radius, bounded };
}

type Place = readonly [number, number, number];

function addBallBox(box: Box3, place: Place): Box3 {
  return box.expandByPoint(new Vector3(...place));
}

function addBall(box: Box3, center: Place, radius: number): void {
  const c = new Vector3(...center);
  box.expandByPoint(c.clone().addScalar(radius)).expandByPoint(c.clone().addScalar(-radius));
}
