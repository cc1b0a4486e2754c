import fc from 'fast-check';
import type { Input } from './random/draws.ts';
import { smallerThan } from './random/reduce.ts';
import { type RandomWorld, randomWorld } from './random/scene.ts';

/**
 * Worlds that mix everything that a scenario can have, drawn by the files in `random`. A feature joins with a few lines
 * in one of them. A world that fails is made smaller by leaving out parts of its JSON.
 */
class Worlds extends fc.Arbitrary<RandomWorld> {
  override generate(random: fc.Random): fc.Value<RandomWorld> {
    return new fc.Value(randomWorld(random.nextInt(0, 0x7fffffff)), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is RandomWorld {
    return value !== null && typeof value === 'object';
  }

  override shrink(value: RandomWorld): fc.Stream<fc.Value<RandomWorld>> {
    return fc.stream(smallerThan(value)).map((world) => new fc.Value(world, undefined));
  }
}

export const worlds: fc.Arbitrary<RandomWorld> = new Worlds();

/** Any valid scenario of up to some 200 agents, as plain input; small ranges, so that things meet. */
export const scenarios: fc.Arbitrary<Input> = worlds.map(
  ({ scenario }) => scenario,
  (scenario) => ({ scenario: scenario as Input, given: [], order: 1 }),
);
