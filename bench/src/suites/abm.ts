import { createWorld, type Scenario, stateHash, tick, type World } from '@skein/core';
import { flocking, SIZES } from '../abm/flocking.ts';
import { FOREST, firstStages, forestFire } from '../abm/forest-fire.ts';
import { Schelling, STEPS, TOWNS } from '../abm/schelling.ts';
import { PASTURES, wolfSheep } from '../abm/wolf-sheep.ts';
import { randomNumbers } from '../random-numbers.ts';
import { median } from '../statistics.ts';
import type { Suite } from '../suite.ts';
import { inTurns, timeOf } from '../turns.ts';

/** A model of the comparison, in one of its sizes. */
interface Entry {
  readonly model: string;
  readonly size: string;
  /** The number of agents when the model starts. */
  readonly agents: number;
  /** The number of steps that the comparison of frameworks sets for the model. */
  readonly steps: number;
  /** The published time that Agents.jl takes to run the model, in ms; undefined if none is published. */
  readonly publishedMs?: number;
  start(): Model;
}

interface Model {
  readonly world: World;
  /** Carries out all steps that the comparison declares. */
  run(): void;
}

/**
 * Measures a model as in the JuliaDynamics comparison of frameworks. Each sample creates a new model outside of the
 * measured time, and steps the model on one thread.
 */
class Contender {
  readonly #entry: Entry;
  hash = '';

  constructor(entry: Entry) {
    this.#entry = entry;
  }

  sample(): number {
    const { world, run } = this.#entry.start();
    const ms = timeOf(run);
    this.hash = stateHash(world);
    return ms;
  }
}

export const suite: Suite = {
  description:
    'the four agent-based models of the JuliaDynamics comparison of frameworks, with their parameters',
  chart: {
    kind: 'bar',
    title: 'Time of a run, ms',
    bar: ['model', 'size'],
    series: ['model', 'size'],
  },
  async *run({ quick, signal }) {
    for (const entry of entries()) {
      const { model, size, agents, steps, publishedMs } = entry;
      const contender = new Contender(entry);
      // The large ones take some seconds together.
      const turns = quick ? { turns: 5, warmUp: 1 } : { turns: 100, warmUp: 5 };
      const [samples] = await inTurns([contender], { ...turns, signal });
      yield {
        labels: { model, size, agents, steps },
        unit: 'ms/run',
        samples,
        ...(publishedMs !== undefined && {
          figures: {
            'Agents.jl, published': publishedMs,
            'published / median': publishedMs / median(samples),
          },
        }),
        hash: contender.hash,
        note:
          publishedMs === undefined
            ? 'the comparison publishes no time, only multiples of the time of Agents.jl'
            : 'published times were measured on another machine, on one thread',
      };
    }
  },
};

function entries(): readonly Entry[] {
  // Which trees burn depends on the random numbers, but the time hardly does.
  const forest = forestFire(FOREST.edge, firstStages(FOREST, randomNumbers()));
  return [
    ...PASTURES.map((pasture) =>
      stepped('wolves, sheep, grass', pasture.size, wolfSheep(pasture, randomNumbers())),
    ),
    ...TOWNS.map((town) => ({
      model: 'Schelling',
      size: town.size,
      agents: town.people,
      steps: STEPS,
      start() {
        const model = new Schelling(town, randomNumbers(), { maxWorkers: 1 });
        const run = () => {
          for (let k = 0; k < STEPS; k++) model.step();
        };
        return { world: model.world, run };
      },
    })),
    ...SIZES.map((one) => ({
      ...stepped('flocking', one.size, flocking(one)),
      publishedMs: one.publishedMs,
    })),
    stepped('forest fire', 'small', forest),
  ];
}

/**
 * Creates an entry for a model in which a step is one tick. The comparison of frameworks sets 100 steps for such
 * models.
 */
function stepped(model: string, size: string, scenario: Scenario): Entry {
  return {
    model,
    size,
    agents: scenario.species.reduce((sum, { count }) => sum + count, 0),
    steps: 100,
    start() {
      const world = createWorld(scenario, { maxWorkers: 1 });
      return { world, run: () => tick(world, 100) };
    },
  };
}
