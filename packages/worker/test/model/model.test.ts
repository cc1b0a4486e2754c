import { expect, it } from 'vitest';
import { LONG } from '../../../core/test/helpers/long.ts';
import { explore } from './explore.ts';
import { type Mutant, protocol, type Setting } from './protocol.ts';

/** Enough ticks that each side of the state is front twice. */
const TICKS = 3;

type Faults = Pick<Setting, 'crashes' | 'zombies'>;
const TWO_CRASHES: Faults = { crashes: 2, zombies: 0 };
const A_ZOMBIE_TOO: Faults = { crashes: 1, zombies: 1 };
const ALL_AT_ONCE: Faults = { crashes: 2, zombies: 1 };

// Set by `npm run tool -- faults --model`.
const LARGE = process.env.SKEIN_MODEL === 'large';

/** The number of workers, the barriers of a tick, and whether sleepers wake by themselves. */
const sizes: readonly (readonly [number, 1 | 2, boolean])[] = [
  [1, 2, false],
  [2, 2, false],
  [2, 2, true],
  [3, 1, false],
  ...(LARGE
    ? ([
        [3, 2, true],
        [4, 1, false],
        [4, 1, true],
      ] as const)
    : []),
];
const settings = [
  ...sizes.flatMap((size) => [TWO_CRASHES, A_ZOMBIE_TOO].map((faults) => [size, faults] as const)),
  [[LARGE ? 3 : 2, 1, false], ALL_AT_ONCE] as const,
]
  .map(([[workers, legs, naps], faults]): Setting => {
    return { workers, legs, ticks: TICKS, naps, ...faults };
  })
  // Those have nearly all states.
  .filter(({ workers, zombies }) => LONG || LARGE || (workers < 3 && zombies === 0));

it.each(settings)(
  'the protocol loses nothing: $workers workers, $legs barriers, $crashes crashes, $zombies zombies, naps $naps',
  { timeout: 3_600_000 },
  (setting) => {
    const { states, failure } = explore(protocol(setting));
    if (LARGE) console.log(`${JSON.stringify(setting)}: ${states} states`);
    expect(failure).toBeUndefined();
    expect(states).toBeGreaterThan(1000);
  },
);

/** For each mutant: how it fails, and the setting that shows it. */
const mutants: Record<Mutant, readonly [failure: string, setting: Partial<Setting>]> = {
  'waits once, without a loop': ['torn', { naps: true }],
  'moves the generation before it resets arrivals': ['too many arrivals', {}],
  'never resets arrivals': ['too many arrivals', {}],
  'reads the generation after it arrives': ['deadlock', {}],
  'never looks for poison': ['deadlock', {}],
  'poisons another word': ['deadlock', {}],
  'poisons, and wakes nobody': ['deadlock', {}],
  'wakes one': ['deadlock', { workers: 3 }],
  'lets go, and wakes nobody': ['deadlock', {}],
  'publishes when it comes first': ['torn', {}],
  'publishes after it lets go': ['torn', {}],
  'waits for answers without poison': ['deadlock', {}],
  'takes no fresh memory': ['torn', A_ZOMBIE_TOO],
  'copies before it poisons': ['torn', {}],
  'takes the tick after the copy': ['torn', A_ZOMBIE_TOO],
  'keeps arrivals for the next run': ['too many arrivals', {}],
  'keeps the poison for the next run': ['livelock', {}],
  'puts nobody where one was lost': ['deadlock', {}],
  'counts who is still starting': ['deadlock', {}],
  'gives a part in the middle of a run': ['torn', {}],
  'takes in who sees an old memory': ['deadlock', { workers: 3 }],
  'ends a run at once, without a word for all': ['deadlock', { workers: 3 }],
  'takes a late answer for that of the next one': ['deadlock', A_ZOMBIE_TOO],
  'tells events of the old memory': ['events', A_ZOMBIE_TOO],
};

it.each(Object.entries(mutants))(
  'the model catches a mutant of the protocol: %s',
  (mutant, [failure, setting]) => {
    const whole = { workers: 2, legs: 1, ticks: TICKS, naps: false, ...TWO_CRASHES, ...setting };
    const explored = explore(protocol({ ...whole, mutant: mutant as Mutant } as Setting));
    expect(explored.failure).toBe(failure);
  },
);
