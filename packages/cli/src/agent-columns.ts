import type { World } from '@skein/core';
import { show } from '@skein/core/basics';
import { idOfRow, innerOf } from '@skein/core/internal';
import { ServeError } from './serve-error.ts';
import type { SentArray } from './serve-frames.ts';

type Plane = Float32Array | Uint32Array | Uint8Array;
type Planes = Readonly<Record<'x' | 'y' | 'z', Float32Array>>;

/** The rows of a world in the order of the agents: row k is the agent with the id k, or who lives in its place now. */
const OWN = ['id', 'species', 'alive', 'birth', 'position', 'velocity'] as const;

/** Returns the names of all columns that `agentColumns` can read from a world. */
export function columnNames({ views }: World): string[] {
  const bodies = views.heading.x.length > 0 ? ['heading', 'up'] : [];
  return [...OWN, ...bodies, ...Object.keys(views.columns)];
}

/**
 * Reads columns of agents, row after row. Vectors of the engine have as many components as the world has dimensions;
 * vectors that the scenario declares have three.
 *
 * @throws ServeError REQUEST_INVALID for an unknown name
 */
export function agentColumns(world: World, names: unknown): SentArray[] {
  if (!Array.isArray(names)) {
    throw new ServeError('REQUEST_INVALID', '$.read', show(names), 'a list of columns');
  }
  return names.map((name: unknown, k) => {
    const column = columnOf(world, name);
    if (column !== undefined) return column;
    const expected = `one of ${columnNames(world).join(', ')}`;
    throw new ServeError('REQUEST_INVALID', `$.read[${k}]`, show(name), expected);
  });
}

function columnOf(world: World, name: unknown): SentArray | undefined {
  const { views, count } = world;
  const { slot } = views;
  switch (name) {
    case 'id': {
      const inner = innerOf(world);
      return {
        note: ['id', 'u4', [count]],
        write: (target) => {
          for (let row = 0; row < count; row++) target[row] = idOfRow(inner, row);
        },
      };
    }
    case 'alive':
      return {
        note: ['alive', 'u1', [count]],
        write: (target) => {
          // As in tables: a quarantined agent is not alive.
          for (let row = 0; row < count; row++) target[row] = views.status[slot[row]] === 1 ? 1 : 0;
        },
      };
    case 'species':
    case 'birth':
      return scalars(name, views[name], slot);
    case 'position':
    case 'velocity':
    case 'heading':
    case 'up': {
      const planes = views[name];
      if (planes.x.length === 0 && count > 0) return undefined;
      return vectors(name, planes, slot, world.scenario.dimensions);
    }
  }
  if (typeof name !== 'string' || !Object.hasOwn(views.columns, name)) return undefined;
  const column = views.columns[name];
  return 'x' in column ? vectors(name, column, slot, 3) : scalars(name, column, slot);
}

function scalars(name: string, plane: Plane, slot: Uint32Array): SentArray {
  const type = plane instanceof Float32Array ? 'f4' : plane instanceof Uint8Array ? 'u1' : 'u4';
  return {
    note: [name, type, [slot.length]],
    write: (target) => {
      for (let row = 0; row < slot.length; row++) target[row] = plane[slot[row]];
    },
  };
}

function vectors(name: string, { x, y, z }: Planes, slot: Uint32Array, components: 2 | 3) {
  const column: SentArray = {
    note: [name, 'f4', [slot.length, components]],
    write: (target) => {
      for (let row = 0, at = 0; row < slot.length; row++, at += components) {
        const place = slot[row];
        target[at] = x[place];
        target[at + 1] = y[place];
        if (components === 3) target[at + 2] = z[place];
      }
    },
  };
  return column;
}
