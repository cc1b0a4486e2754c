import { createHash } from 'node:crypto';
import { parseScenario, type Scenario } from '@skein/core';
import { plainParticleLife } from './particle-life.ts';
import { plainPhysarum } from './physarum.ts';
import { type ModelStart, type PlainModel, startOf } from './start.ts';
import { plainVicsek } from './vicsek.ts';

/** A model of examples/models, which both Skein and a plain program can step. */
export interface ModelPair {
  readonly name: string;
  /** Creates the scenario of the model with the given number of agents. The density is the same for any number. */
  scenario(agents: number): Promise<Scenario>;
  plain(start: ModelStart, scenario: Scenario): PlainModel;
}

type Make = (options: object) => object;

/** Loads the function `name` from a file of examples/models. */
async function makerOf(file: string, name: string): Promise<Make> {
  const loader = new URL('../../../scripts/generate/load-model.mjs', import.meta.url).href;
  const { loadModel } = (await import(loader)) as {
    loadModel(file: string): Promise<Record<string, Make>>;
  };
  return (await loadModel(file))[name];
}

async function made(file: string, name: string, options: object): Promise<Scenario> {
  return parseScenario((await makerOf(file, name))(options));
}

/** The parameters of a behavior of the first species. `index` is the index of the behavior in the list of behaviors. */
function numbersOf({ species }: Scenario, index = 0): Record<string, number> {
  return species[0].behaviors[index] as unknown as Record<string, number>;
}

const vicsek: ModelPair = {
  name: 'Vicsek',
  scenario: (agents) => made('vicsek', 'vicsek', { count: agents }),
  plain(start, scenario) {
    const { initial } = scenario.species[0].columns!.course as unknown as {
      initial: number[][];
    };
    const { speed, noise } = numbersOf(scenario);
    return plainVicsek(start, initial, { speed, noise });
  },
};

const MATRIX = [
  [3, 2, -1],
  [-2, 3, 2],
  [2, -2, 3],
];

const particleLife: ModelPair = {
  name: 'particle life',
  scenario: (agents) =>
    made('particle-life', 'particleLife', {
      counts: [0, 1, 2].map((k) => Math.floor((agents + k) / 3)),
      matrix: MATRIX,
      edge: Math.sqrt(4 * agents),
    }),
  plain(start, scenario) {
    const { radius, core, push } = numbersOf(scenario);
    const { damping } = scenario.species[0];
    const matrix = MATRIX.map((row, a) => row.map((_, b) => numbersOf(scenario)[`pull${a}${b}`]));
    return plainParticleLife(start, {
      ...{ matrix, radius, core, push, dt: scenario.dt },
      damping: damping ?? 0,
    });
  },
};

const physarum: ModelPair = {
  name: 'Physarum',
  scenario: (agents) =>
    made('physarum', 'physarum', { count: agents, edge: Math.round(Math.sqrt(agents)) }),
  plain(start, scenario) {
    const { speed, reach, spread, turn } = numbersOf(scenario);
    const { rate } = numbersOf(scenario, 1);
    const { dt } = scenario;
    const { decay = 0, diffusion = 0 } = scenario.fields![0];
    return plainPhysarum(start, {
      ...{ speed, reach, spread, turn, dt },
      share: diffusion * dt,
      keep: Math.exp(-decay * dt),
      amount: rate * dt,
    });
  },
};

export const MODELS: readonly ModelPair[] = [vicsek, particleLife, physarum];

/**
 * Computes the hash of the positions in a plain program.
 *
 * @throws Error when a position is not finite
 */
export function hashOf({ x, y }: PlainModel): string {
  if (![...x, ...y].every(Number.isFinite)) throw new Error('agents were lost');
  const hash = createHash('sha256');
  for (const one of [x, y]) hash.update(new Uint8Array(one.buffer));
  return hash.digest('hex').slice(0, 16);
}

export { type PlainModel, startOf };
