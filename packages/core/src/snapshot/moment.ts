import { withMemory } from '../no-memory.ts';
import { drainEvents } from '../world/event-ring.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { BIRTH_ROWS, type Births, type Row, type State } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import { keptPlanes } from './particle-births.ts';
import { type PlaneView, planeViews } from './planes.ts';
import type { WorldContent } from './restore-world.ts';
import { keptRows } from './state-planes.ts';

/**
 * The state of a world at a tick, for use within this program. A moment is used without checks. Creating a moment takes
 * a tenth of the time of a snapshot.
 */
export interface Moment {
  readonly tick: number;
  /** The size of the moment in memory, in bytes. */
  readonly bytes: number;
  readonly content: Omit<WorldContent, 'log' | 'logSince' | 'pending'>;
}

/**
 * Copies the parts of a world that can change.
 *
 * @throws WorldError WORLD_BUSY while workers step the world; NO_MEMORY when an allocation fails
 */
export function keepMoment(world: World): Moment {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'keepMoment');
  return withMemory('keep a moment', () => {
    drainEvents(inner);
    const { plan, front, particles, scenario, host } = inner;
    const rows = keptRows(plan);
    const planes = planeViews(rows, front).map(copied);
    const births = keptPlanes(plan, front, particles).map(copied);
    const bytes = [...planes, ...births].reduce((sum, { view }) => sum + view.byteLength, 0);
    return {
      tick: inner.frontTick,
      bytes,
      content: {
        scenario,
        tick: inner.frontTick,
        state: viewsOf(rows, planes) as State,
        births: viewsOf(BIRTH_ROWS, births) as Births,
        events: [...host.events],
      },
    };
  });
}

function copied(plane: PlaneView): PlaneView {
  return { ...plane, view: plane.view.slice() };
}

/** Converts a list of planes to an object with the views of all rows, by name. This is the inverse of planeViews. */
function viewsOf(rows: readonly Row[], planes: readonly PlaneView[]): object {
  let at = 0;
  return Object.fromEntries(
    rows.map(([name, , , components]) => {
      if (components !== 3) return [name, planes[at++]!.view];
      const [x, y, z] = [planes[at++]!.view, planes[at++]!.view, planes[at++]!.view];
      return [name, { x, y, z }];
    }),
  );
}
