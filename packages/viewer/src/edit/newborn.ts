import type { CommandInput, Scenario } from '@skein/core';
import type { DrawnState } from '@skein/three/parts';

type Columns = Pick<DrawnState, 'living' | 'id' | 'species' | 'x' | 'y' | 'z'>;

/**
 * Finds the ids of the agents that commands have created, in the order of the commands. `before` contains the ids of
 * the agents that existed before the commands. For each position in a command, takes the nearest new agent of the
 * command's species.
 */
export function newbornIds(
  { species }: Scenario,
  inputs: readonly CommandInput[],
  before: ReadonlySet<number>,
  state: Columns,
): number[] {
  const fresh = new Set<number>();
  for (let row = 0; row < state.living; row++) if (!before.has(state.id[row])) fresh.add(row);
  return inputs.flatMap((input) => {
    if (input.type !== 'spawn') return [];
    const kind = species.findIndex(({ name }) => name === input.species);
    const positions = (input.positions ?? []) as ArrayLike<number>;
    const ids: number[] = [];
    for (let k = 0; k + 2 < positions.length && fresh.size > 0; k += 3) {
      let nearest: number | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const row of fresh) {
        if (state.species[row] !== kind) continue;
        const away = Math.hypot(
          state.x[row] - positions[k],
          state.y[row] - positions[k + 1],
          state.z[row] - (positions[k + 2] ?? 0),
        );
        if (away >= least) continue;
        least = away;
        nearest = row;
      }
      if (nearest === undefined) break;
      fresh.delete(nearest);
      ids.push(state.id[nearest]);
    }
    return ids;
  });
}
