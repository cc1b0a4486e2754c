import { COMMAND } from '../../commands/records.ts';
import type { State } from '../../world/layout.ts';
import type { Draft } from '../draft.ts';
import { watchAgain } from '../orbits.ts';
import { forgetTarget } from '../reports/rearm.ts';
import type { Effect, StoredCommand } from './define-effect.ts';

const { target: TARGET } = COMMAND.move.words;

/** The effect of the command `move`: moves a target and its home position, and stops the target. */
export const move: Effect = {
  act,

  settle(draft, command) {
    const { world } = draft;
    const { back, constants } = world;
    const target = constants.commandPlace[command.place + TARGET];
    moveIn(draft, command, back, ['targetPosition', 'targetHome']);
    if (world.plan.extras.approach) watchAgain(world, target);
    forgetTarget(world, target);
    act(draft, command);
  },
};

/** Moves the target at which the launchers of later commands point. */
function act(draft: Draft, command: StoredCommand): void {
  if (!draft.isBornInto) return;
  moveIn(draft, command, draft.changed('targetPosition', 'targetVelocity'), ['targetPosition']);
}

function moveIn(
  { world }: Draft,
  { place, value }: StoredCommand,
  state: State,
  columns: readonly ('targetPosition' | 'targetHome')[],
): void {
  const { commandPlace, commandValue } = world.constants;
  const target = commandPlace[place + TARGET];
  for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
    for (const column of columns) state[column][axis][target] = commandValue[value + k];
    state.targetVelocity[axis][target] = 0;
  }
}
