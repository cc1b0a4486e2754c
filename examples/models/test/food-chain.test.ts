import { createWorld, parseScenario, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../packages/core/test/helpers/long.ts';
import { foodChain } from '../food-chain.ts';

const SEEDS = LONG ? [11, 12, 13] : [11];
const DT = 0.05;
const GROWTH = 0.5;
const HIGH = 4;
/** The energy that sheep and wolves need per second, and the energy at which they divide. */
const ANIMALS = [undefined, { spends: 1, divides: 20 }, { spends: 1.5, divides: 40 }];

interface Agent {
  readonly species: number;
  readonly id: number;
  readonly energy: number;
  readonly eater: number;
}

function livingOf({ views, count }: World): Agent[] {
  const { species, status, id, columns } = views;
  const [energy, eater] = [columns.energy as Float32Array, columns.eater as Float32Array];
  const all: Agent[] = [];
  for (let i = 0; i < count; i++) {
    if (status[i] !== 1) continue;
    all.push({ species: species[i], id: id[i], energy: energy[i], eater: eater[i] });
  }
  return all;
}

const sumOf = (agents: readonly Agent[]) => agents.reduce((sum, { energy }) => sum + energy, 0);

/**
 * The total energy after a tick, computed separately: what grows, what is spent, and what is lost with an eater that
 * dies.
 */
function energyAfter(agents: readonly Agent[]): number {
  const ends = ({ species, energy, eater }: Agent) => species > 0 && (energy <= 0 || eater > 0);
  const surviving = new Set(agents.filter((agent) => !ends(agent)).map(({ id }) => id));
  return agents.reduce((sum, agent) => {
    const { species, energy, eater } = agent;
    if (eater > 0) return surviving.has(eater - 1) ? sum : sum - energy;
    if (species === 0) return sum + Math.min(HIGH, energy + GROWTH * DT) - energy;
    const { spends, divides } = ANIMALS[species]!;
    const kept = energy >= divides ? energy / 2 : energy;
    return sum - Math.min(kept, spends * DT);
  }, sumOf(agents));
}

describe('the food chain', () => {
  it.each(SEEDS)(
    'balances its energy up to rounding, and has nothing below zero, seed %d',
    (seed) => {
      const world = createWorld(parseScenario(foodChain({ seed })));
      for (let step = 0; step < (LONG ? 200 : 60); step++) {
        const expected = energyAfter(livingOf(world));
        tick(world);
        const agents = livingOf(world);
        expect(Math.abs(sumOf(agents) / expected - 1), `tick ${world.tick}`).toBeLessThan(1e-6);
        expect(Math.min(...agents.map(({ energy }) => energy))).toBeGreaterThanOrEqual(0);
      }
    },
  );

  // One minute each.
  it.runIf(LONG).each(SEEDS)(
    'oscillates, wolves after sheep, seed %d',
    { timeout: 300_000 },
    (seed) => {
      const world = createWorld(parseScenario(foodChain({ seed })));
      const series: number[][] = [];
      for (let step = 0; step < 160; step++) {
        tick(world, 25);
        const agents = livingOf(world);
        series.push([1, 2].map((kind) => agents.filter(({ species }) => species === kind).length));
      }
      const [sheep, wolves] = [0, 1].map((kind) => series.map((row) => row[kind]));
      // Neither dies out, and each population oscillates by more than half of its mean.
      for (const counts of [sheep, wolves]) {
        const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
        expect(Math.min(...counts)).toBeGreaterThan(0);
        expect(Math.max(...counts) - Math.min(...counts)).toBeGreaterThan(mean / 2);
      }
      const lags = Array.from({ length: 40 }, (_, lag) => correlation(sheep, wolves, lag));
      const best = lags.indexOf(Math.max(...lags));
      expect(best).toBeGreaterThan(2);
      expect(lags[best]).toBeGreaterThan(0.5);
    },
  );
});

/** The correlation of the first series with the second one, shifted by a number of steps. */
function correlation(first: readonly number[], second: readonly number[], lag: number): number {
  const pairs = first.slice(0, first.length - lag).map((value, k) => [value, second[k + lag]]);
  const mean = (k: number) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const moment = (f: (x: number, y: number) => number) =>
    pairs.reduce((sum, [x, y]) => sum + f(x - a, y - b), 0);
  return moment((x, y) => x * y) / Math.sqrt(moment((x) => x * x) * moment((_, y) => y * y));
}
