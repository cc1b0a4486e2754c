import { WORD } from './layout.ts';
import type { SharedWorld } from './world.ts';

/** The number by which a rewind changes versions. States count them in 32 bits. */
const REWIND = 0x1_0000_0000;

/**
 * The version of the map, or of the links and costs of the ground, in the front state. Unlike the number in the state, it
 * tells apart what was there before the world went back to an earlier tick.
 */
export function mapVersionOf({ front, control }: SharedWorld): number {
  return front.mapVersion[0] + REWIND * control.word[WORD.rewinds];
}

/** The same for the obstacles. */
export function obstacleVersionOf({ front, control }: SharedWorld): number {
  return front.obstacleVersion[0] + REWIND * control.word[WORD.rewinds];
}
