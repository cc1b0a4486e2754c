import { COMMAND } from '../../commands/records.ts';
import type { Effect } from './define-effect.ts';

const { link: LINK, open: OPEN } = COMMAND.link.words;

/** The effect of the command `link`: opens or closes a link of the ground. Who is on it arrives in any case. */
export const link: Effect = {
  settle({ world }, { place }) {
    const { front, back, constants } = world;
    const { commandPlace } = constants;
    back.linkOpen[commandPlace[place + LINK]] = commandPlace[place + OPEN];
    // The version differs from that of front, in case this tick is discarded in the middle.
    back.mapVersion[0] = front.mapVersion[0] + 1;
  },
};
