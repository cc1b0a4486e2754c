import type { Meeting, Rival } from './race.ts';

/** If the largest and the smallest result of a race differ by more than this fraction, the machine was disturbed. */
const NOISY = 0.3;
/** A team cannot be faster than its threads allow. A result above this multiple of it shows a disturbance, too. */
const TOLERANCE = 1.1;

/** If one thread needs less than this for a tick, in ms, meeting the other threads costs about as much. */
const LITTLE_MS = 1;

/** How many times as fast the rival was as one thread, over all turns of a race. */
export interface RaceResult {
  readonly rival: Rival;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly turns: number;
  /** The median time of a tick on one thread, in ms. */
  readonly tickMs: number;
  /** Whether both sides had the same hash at each meeting. */
  readonly alike: boolean;
}

/** `ticks` is the number of ticks in a turn. */
export function resultOf(rival: Rival, meetings: readonly Meeting[], ticks: number): RaceResult {
  const ratios = meetings.map(({ ms: [alone, other] }) => alone / other).sort((a, b) => a - b);
  return {
    rival,
    median: ratios[ratios.length >> 1],
    least: ratios[0],
    most: ratios[ratios.length - 1],
    turns: ratios.length,
    tickMs: meetings.map(({ ms }) => ms[0]).sort((a, b) => a - b)[ratios.length >> 1] / ticks,
    alike: meetings.every(({ hashes: [a, b] }) => a === b),
  };
}

/** Says in plain words which side was faster, how sure that is, and whether the states were the same. */
export function verdictOf(result: RaceResult): string {
  const { rival, median, least, most, turns, alike, tickMs } = result;
  const name = nameOf(rival);
  const isCard = rival === 'card';
  const are = isCard ? 'is' : 'are';
  const between = `between ${decimal(least)} and ${decimal(most)} in ${turns} turns`;
  const slower = `between ${decimal(1 / most)} and ${decimal(1 / least)} in ${turns} turns`;
  let speed: string;
  if (least > 1) {
    speed = `${name} ${are} ${decimal(median)} times as fast as one${isCard ? ' thread' : ''}, ${between}.`;
  } else if (most < 1) {
    speed =
      `One thread is faster here: ${decimal(1 / median)} times as fast as ${isCard ? 'the graphics card' : name}, ${slower}. ` +
      (isCard
        ? 'The scene is too small for the card, or the card is software.'
        : 'The scene is too small to share, or other work takes the cores.');
  } else {
    const why =
      tickMs < LITTLE_MS
        ? `A tick takes one thread ${tickMs.toPrecision(2)} ms, which is little to share.`
        : 'The turns differ from each other more than the two sides do.';
    speed = `No clear winner: ${isCard ? 'the graphics card' : name} ${are} ${decimal(median)} times as fast as one, ${between}. ${why}`;
  }
  const isNoisy = (most - least) / median > NOISY || (!isCard && median > TOLERANCE * rival);
  const noise = isNoisy ? ' Something else keeps this machine busy, so the numbers are rough.' : '';
  const hashes = alike
    ? ` At all ${turns} meetings, both runs were the same to the last bit.`
    : ' THE HASHES DIFFER, which is a bug.';
  return `${speed}${noise}${hashes}`;
}

/** The name of a rival, at the beginning of a line. */
export function nameOf(rival: Rival): string {
  return rival === 'card' ? 'The graphics card' : `${rival} threads`;
}

function decimal(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}
