import type { StandingObstacle } from '@skein/core/describe';
import type { DrawnState } from '@skein/three/parts';
import type { Group, Object3D } from 'three';
import { disposeTree } from './dispose-tree.ts';

/** The parts of a drawn state that are needed to draw obstacles. */
export type DrawnObstacles = Pick<DrawnState, 'obstacles' | 'obstacleVersion'> &
  Partial<Pick<DrawnState, 'relief'>>;

interface Posed {
  readonly form: string;
  readonly object: Object3D;
}

/**
 * Keeps one object in the picture for each obstacle of the state. Creates a new object when an obstacle is added or
 * changes its shape. Moves all objects into place when any obstacle has changed.
 */
export class PosedObstacles {
  readonly #group: Group;
  readonly #make: (obstacle: StandingObstacle) => Object3D;
  readonly #pose: (object: Object3D, obstacle: StandingObstacle) => void;
  readonly #posed = new Map<number, Posed>();
  #version = 0;

  constructor(
    group: Group,
    make: (obstacle: StandingObstacle) => Object3D,
    pose: (object: Object3D, obstacle: StandingObstacle) => void,
  ) {
    this.#group = group;
    this.#make = make;
    this.#pose = pose;
  }

  update({ obstacles, obstacleVersion }: DrawnObstacles): void {
    if (this.#version === obstacleVersion) return;
    this.#version = obstacleVersion;
    const gone = new Set(this.#posed.keys());
    for (const obstacle of obstacles) {
      const { row, type, keep, radius, extent, points } = obstacle;
      gone.delete(row);
      const form = JSON.stringify([type, keep, radius, extent, points]);
      let posed = this.#posed.get(row);
      if (posed?.form !== form) {
        this.#drop(row);
        posed = { form, object: this.#make(obstacle) };
        this.#posed.set(row, posed);
        this.#group.add(posed.object);
      }
      this.#pose(posed.object, obstacle);
    }
    for (const row of gone) this.#drop(row);
  }

  #drop(row: number): void {
    const posed = this.#posed.get(row);
    if (posed === undefined) return;
    this.#group.remove(posed.object);
    disposeTree(posed.object);
    this.#posed.delete(row);
  }
}
