import type { CommandType } from '../../commands/records.ts';
import { CHOOSE } from '../../commands/records.ts';
import type { SharedWorld } from '../../world/world.ts';
import { Draft } from '../draft.ts';
import type { StoredCommand } from './define-effect.ts';
import { EFFECTS } from './index.ts';
import { eachCommand } from './stored-commands.ts';

/**
 * Visits the commands of this tick, in order, with a draft. `visit` must change the draft as the command does, see
 * Effect.
 *
 * @param beyond whether something after the commands reads the draft
 * @returns the draft after the last command; undefined if the tick has no commands
 */
export function eachDrafted(
  world: SharedWorld,
  beyond: boolean,
  visit: (type: CommandType, command: StoredCommand, draft: Draft) => void,
): Draft | undefined {
  let draft: Draft | undefined;
  let seen: Seen | undefined;
  eachCommand(world, (type, command) => {
    // A command that chooses by a region looks at each agent, and a tick may have thousands of them.
    world.live();
    draft ??= new Draft(world);
    seen ??= seenIn(world);
    draft.isSeen = beyond || command.ordinal < seen.last;
    draft.isLookedAt = command.ordinal < seen.lastLook;
    draft.isBornInto = command.ordinal < seen.lastBirth;
    visit(type, command, draft);
  });
  return draft;
}

/** Returns the draft after all commands of this tick. */
export function draftOf(world: SharedWorld): Draft {
  const draft = eachDrafted(world, true, (type, command, one) => {
    EFFECTS[type].act?.(one, command, 0, 0);
  });
  return draft ?? new Draft(world);
}

/** The ordinals of the last commands of a tick that can see what earlier ones did; -1 if there are none. */
interface Seen {
  readonly last: number;
  /** The last command that chooses agents by their positions. */
  readonly lastLook: number;
  /** The last command that creates agents. */
  readonly lastBirth: number;
}

function seenIn(world: SharedWorld): Seen {
  const { commandPlace } = world.constants;
  const seen = { last: -1, lastLook: -1, lastBirth: -1 };
  eachCommand(world, (type, command) => {
    seen.last = command.ordinal;
    if (EFFECTS[type].bears) seen.lastBirth = command.ordinal;
    const by = command.choice < 0 ? CHOOSE.all : commandPlace[command.choice];
    if (by === CHOOSE.box || by === CHOOSE.sphere) seen.lastLook = command.ordinal;
  });
  return seen;
}
