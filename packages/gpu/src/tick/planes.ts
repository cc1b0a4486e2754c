import {
  columnPlanes,
  depositPlane,
  type InnerWorld,
  type SharedWorld,
} from '@skein/core/internal';
import { AXES } from '../wgsl.ts';
import { cellPlane, depositedOf } from './fields.ts';

/** A plane of a state on the card: a word for each agent, by place. */
export interface Plane {
  readonly name: string;
  /** Whether a tick changes the values; otherwise they only move from place to place. */
  readonly changes: boolean;
  /** The words of the plane in the front state of a world. */
  readonly wordsIn: (world: SharedWorld) => Uint32Array;
  /** The same in the back state. */
  readonly wordsOut: (world: SharedWorld) => Uint32Array;
}

/** The words of a row of numbers. */
export function wordsOf({ buffer, byteOffset, length }: Float32Array | Uint32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}

/** The planes of a world, and where each begins in the buffers `front` and `staged`. */
export class Planes {
  readonly list: readonly Plane[];
  /** The planes that change, in the order in which they are staged. */
  readonly staged: readonly Plane[];
  /** The names of all that is staged. Behind the planes are amounts that agents deposit, and the cells. */
  readonly stagedNames: readonly string[];
  readonly #agents: number;

  constructor(world: InnerWorld) {
    this.list = planesOf(world);
    this.staged = this.list.filter(({ changes }) => changes);
    const deposited = depositedOf(world).map(({ name }) => name);
    this.stagedNames = [
      ...this.staged.map(({ name }) => name),
      ...deposited.map(depositPlane),
      ...deposited.map(cellPlane),
    ];
    this.#agents = world.plan.agents;
  }

  /** Whether the world has a plane. */
  has(name: string): boolean {
    return this.list.some((one) => one.name === name);
  }

  /** WGSL of the word of an agent in the front state, by its place. */
  front(name: string, place = 'i'): string {
    const index = this.list.findIndex((one) => one.name === name);
    return `front[${this.#agents * index}u + ${place}]`;
  }

  /** The name of the variable with the word of the agent for the next tick. */
  next(name: string): string {
    return `next${this.stagedNames.indexOf(name)}`;
  }

  /** WGSL of the word of an agent that is staged for the next tick, by its place. */
  staging(name: string, place = 'i'): string {
    return `staged[${this.stagedAt(name)}u + ${place}]`;
  }

  /** Where a plane begins in the buffer `staged`. */
  stagedAt(name: string): number {
    return this.#agents * this.stagedNames.indexOf(name);
  }
}

/** The planes of a world, in the order in which they are stored. Not among them is the kind of each agent. */
function planesOf(world: InnerWorld): readonly Plane[] {
  const flat = (['id', 'birth'] as const).map((name): Plane => {
    return {
      ...{ name, changes: false },
      wordsIn: ({ front }) => front[name],
      wordsOut: ({ back }) => back[name],
    };
  });
  const bodies = (['acceleration', 'heading', 'up', 'goal'] as const).filter(
    (name) => world.plan.extras[name],
  );
  const vectors = (['position', 'velocity', ...bodies] as const).flatMap((name) =>
    AXES.map((axis): Plane => {
      return {
        ...{ name: `${name}.${axis}`, changes: name !== 'goal' },
        wordsIn: ({ front }) => wordsOf(front[name][axis]),
        wordsOut: ({ back }) => wordsOf(back[name][axis]),
      };
    }),
  );
  const columns = columnPlanes(world).map(({ name, column }, k): Plane => {
    return {
      ...{ name: `column.${name}`, changes: column.staged >= 0 },
      wordsIn: (one) => wordsOf(columnPlanes(one)[k].front as Uint32Array),
      wordsOut: (one) => wordsOf(columnPlanes(one)[k].back as Uint32Array),
    };
  });
  return [...flat, ...vectors, ...columns];
}
