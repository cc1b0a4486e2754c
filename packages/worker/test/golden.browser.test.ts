/// <reference types="vite/client" />
import { createWorld, kernels, parseScenario, stateHash, takeEvents, tick } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { worldDigest } from '@skein/core/read';
import { expect, it } from 'vitest';
import golden from '../../core/test/golden.json' with { type: 'json' };
import { someOf } from '../../core/test/helpers/long.ts';
import { withoutLooks } from '../../core/test/helpers/without-looks.ts';
import { patientTeam } from './patient-team.ts';

const files = import.meta.glob<{ default: { name: string } }>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  { eager: true },
);
const inputs = Object.entries(files).flatMap(([path, { default: input }]) => {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  const hashes = golden.hashes[name as keyof typeof golden.hashes];
  return hashes === undefined ? [] : [{ name, input: withoutLooks(input), hashes }];
});

/** The scenes alternate between the kernels; `npm run tool -- engines` steps each scene with both. */
const cases = inputs.map((input, k) => ({ ...input, kernel: kernels()[k % kernels().length] }));

/** This browser must have the hashes and digests that Node wrote to golden.json. */
it.each(someOf(cases, 15))(
  '$name has the golden hashes and digests with the kernel $kernel',
  ({ input, hashes, kernel }) => {
    const { ticks, start, middle, end, digests } = hashes;
    const world = createWorld(parseScenario(input), { kernel });
    const found = [[stateHash(world), worldDigest(innerOf(world))]];
    for (let half = 0; half < 2; half++) {
      // As in Node, a digest includes only the events of the half before it.
      takeEvents(world);
      tick(world, ticks / 2);
      found.push([stateHash(world), worldDigest(innerOf(world))]);
    }
    expect(found).toEqual([
      [start, digests.start],
      [middle, digests.middle],
      [end, digests.end],
    ]);
  },
);

/** One scene of each family of behaviors; `npm run tool -- engines` steps them all with three workers. */
const TEAMS = ['beams', 'bees', 'crossing', 'flock', 'maze', 'salvo'];

it.each(inputs.filter(({ name }) => someOf(TEAMS, 6, 1).includes(name)))(
  '$name has the golden hash with three workers',
  async ({ input, hashes }) => {
    const world = createWorld(parseScenario(input));
    const team = await patientTeam(world, 3);
    await team.run(hashes.ticks);
    await team.dispose();
    expect(stateHash(world)).toBe(hashes.end);
  },
);

it('the golden scenes include those of the team tests', () => {
  expect(inputs.map(({ name }) => name)).toEqual(expect.arrayContaining(TEAMS));
});
