import type { DeclaredPhase } from '../../src/tick/phase-access.ts';
import { type Column, columnsIn } from '../../src/tick/phase-columns.ts';

/** Two phases, by their places in the pipeline, that a barrier must stand between, and why. */
export interface Conflict {
  readonly earlier: number;
  readonly later: number;
  readonly column: Column;
}

/**
 * Finds between which phases a barrier must stand: where in the later one a worker reads or writes what
 * another may write in the earlier one, or writes what another may read there. A column is safe where
 * both keep to the worker's own part, and divide the work in the same way.
 */
export function conflictsOf(pipeline: readonly DeclaredPhase[]): Conflict[] {
  const conflicts: Conflict[] = [];
  pipeline.forEach((phase, later) => {
    pipeline.slice(0, later).forEach((before, earlier) => {
      const columns = new Set([
        ...shared(before, 'writes', phase, 'reads'),
        ...shared(before, 'writes', phase, 'writes'),
        ...shared(before, 'reads', phase, 'writes'),
      ]);
      for (const column of columns) conflicts.push({ earlier, later, column });
    });
  });
  return conflicts;
}

type Kind = 'reads' | 'writes';

function shared(before: DeclaredPhase, did: Kind, phase: DeclaredPhase, does: Kind): Column[] {
  const [own, ownBefore] = [columnsIn(phase[does].own), columnsIn(before[did].own)];
  const all = columnsIn([...phase[does].own, ...phase[does].any]);
  const allBefore = columnsIn([...before[did].own, ...before[did].any]);
  const alike = phase.runs === before.runs;
  return [...all].filter((column) => {
    if (!allBefore.has(column)) return false;
    const bothOwn = own.has(column) && ownBefore.has(column);
    return !(alike && bothOwn);
  });
}

/** The conflicts that no barrier of the pipeline separates. */
export function unguarded(pipeline: readonly DeclaredPhase[]): Conflict[] {
  return conflictsOf(pipeline).filter(
    ({ earlier, later }) => !pipeline.slice(earlier, later).some(({ barrier }) => barrier),
  );
}

/** The least number of barriers: one as late as possible, whenever a conflict has none. */
export function fewestBarriers(pipeline: readonly DeclaredPhase[]): number {
  const conflicts = conflictsOf(pipeline).sort((a, b) => a.later - b.later);
  let count = 0;
  let last = -1;
  for (const { earlier, later } of conflicts) {
    if (last >= earlier) continue;
    last = later - 1;
    count++;
  }
  return count;
}
