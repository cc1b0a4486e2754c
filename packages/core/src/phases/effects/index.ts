import type { CommandType } from '../../commands/records.ts';
import { area } from './area.ts';
import { assign } from './assign.ts';
import { cells } from './cells.ts';
import type { Effect } from './define-effect.ts';
import { fire } from './fire.ts';
import { go } from './go.ts';
import { link } from './link.ts';
import { move } from './move.ts';
import { obstacle } from './obstacle.ts';
import { place } from './place.ts';
import { remove } from './remove.ts';
import { set } from './set.ts';
import { spawn } from './spawn.ts';
import { write } from './write.ts';

/** The effect of each kind of command. The compiler reports a missing effect. */
export const EFFECTS: Readonly<Record<CommandType, Effect>> = {
  fire,
  move,
  cells,
  set,
  remove,
  place,
  go,
  obstacle,
  spawn,
  write,
  assign,
  link,
  area,
};
