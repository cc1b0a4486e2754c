import { command, createWorld, measure, parseScenario, tick, type World } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../packages/core/test/helpers/long.ts';
import { ants } from '../ants.ts';
import { couzin } from '../couzin.ts';
import { contagion, epidemic, STATES } from '../epidemic.ts';
import { evacuation } from '../evacuation.ts';
import { fireflies } from '../fireflies.ts';
import { lanes } from '../lanes.ts';
import { particleLife } from '../particle-life.ts';
import { physarum } from '../physarum.ts';
import { predators } from '../predators.ts';
import { swarmalators } from '../swarmalators.ts';
import { topological } from '../topological.ts';
import { vicsek } from '../vicsek.ts';

/** One seed in `npm test`, three in `npm run test:long`. */
const SEEDS = LONG ? [11, 12, 13] : [11];

const worldOf = (input: object): World => createWorld(parseScenario(input));

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** The length of the mean of unit vectors at these angles: 1 if all are equal. */
function orderOf(angles: Iterable<number>): number {
  let [count, c, s] = [0, 0, 0];
  for (const angle of angles) {
    count += 1;
    c += Math.cos(angle);
    s += Math.sin(angle);
  }
  return Math.hypot(c, s) / count;
}

/** The mean length of the mean course, over the next ticks. */
function meanOrder(world: World, ticks: number): number {
  let sum = 0;
  for (let step = 0; step < ticks; step++) {
    tick(world);
    sum += measure(world, ['polarization'])[0];
  }
  return sum / ticks;
}

describe('vicsek: mean order over steps 3,000 to 6,000', () => {
  it.each([
    [0.5, 0.984, 0.005],
    [2, 0.781, 0.03],
    [5, 0.043, 0.01],
  ])('at noise %d is %d within %d', (noise, published, error) => {
    const found = SEEDS.map((seed) => {
      const world = worldOf(vicsek({ noise, seed }));
      tick(world, 3000);
      return meanOrder(world, 3000);
    });
    expect(Math.abs(mean(found) - published), found.join(' ')).toBeLessThan(error);
  });
});

describe('ants on the double bridge', () => {
  /** The fraction of choices for the short branch in the last of twenty minutes. */
  function shareOfShort(options: object): number {
    const world = worldOf(ants(options));
    tick(world, 9600);
    const ways = new Map<number, number>();
    let [chosen, short] = [0, 0];
    for (let step = 0; step < 2400; step++) {
      tick(world);
      const { way, branch } = world.views.columns as Record<string, Float32Array>;
      world.views.id.forEach((id, i) => {
        const hasTurned = way[i] === -(ways.get(id) ?? way[i]);
        ways.set(id, way[i]);
        if (!hasTurned) return;
        chosen += 1;
        if (branch[i] < 0.5) short += 1;
      });
    }
    expect(chosen).toBeGreaterThan(500);
    return short / chosen;
  }

  it.each(SEEDS)('mostly choose the short branch, more than 80 % of them, seed %d', (seed) => {
    expect(shareOfShort({ seed })).toBeGreaterThan(0.8);
  });

  it.each(SEEDS)('take either branch if they hardly sense a trail, seed %d', (seed) => {
    expect(Math.abs(shareOfShort({ seed, k: 1e6 }) - 0.5)).toBeLessThan(0.06);
  });
});

describe('fireflies', () => {
  const phases = (world: World) => orderOf(world.views.columns.phase as Float32Array);

  it.each(SEEDS)('synchronize: the order goes from below 0.1 to above 0.95, seed %d', (seed) => {
    const world = worldOf(fireflies({ seed }));
    expect(phases(world)).toBeLessThan(0.1);
    tick(world, 2400);
    expect(phases(world)).toBeGreaterThan(0.95);
  });

  it.each(SEEDS)('do not synchronize below the critical coupling, seed %d', (seed) => {
    // 2 / (pi g(0)) for normally distributed rates: 1.6 standard deviations.
    const world = worldOf(fireflies({ coupling: 0.3, spread: 0.3, seed }));
    tick(world, 2400);
    expect(phases(world)).toBeLessThan(0.3);
  });
});

describe('swarmalators: the five states', () => {
  /** The order of the phases, and the correlation of phase and angle in space, for the better of both directions. */
  function figuresOf(like: number, sync: number) {
    const world = worldOf(swarmalators({ like, sync, seed: SEEDS[0] }));
    tick(world, 1500);
    const phase = world.views.columns.phase as Float32Array;
    const { x, y } = world.views.position;
    const angle = Array.from(x, (at, i) => Math.atan2(y[i], at));
    const senses = [1, -1].map((sense) =>
      orderOf(angle.map((value, i) => value + sense * phase[i])),
    );
    const { x: vx, y: vy } = world.views.velocity;
    const speed = mean(Array.from(vx, (v, i) => Math.hypot(v, vy[i])));
    return { order: orderOf(phase), rainbow: Math.max(...senses), speed };
  }

  it('static synchrony: all phases are equal, nothing moves', () => {
    const { order, rainbow, speed } = figuresOf(0.1, 1);
    expect(order).toBeGreaterThan(0.99);
    expect(rainbow).toBeLessThan(0.2);
    expect(speed).toBeLessThan(0.005);
  });

  it('static asynchrony: all phases occur everywhere, nothing moves', () => {
    const { order, rainbow, speed } = figuresOf(0.1, -1);
    expect(order).toBeLessThan(0.1);
    expect(rainbow).toBeLessThan(0.2);
    expect(speed).toBeLessThan(0.005);
  });

  it('static phase wave: the phase is the angle in space, nothing moves', () => {
    const { order, rainbow, speed } = figuresOf(1, 0);
    expect(order).toBeLessThan(0.2);
    expect(rainbow).toBeGreaterThan(0.95);
    expect(speed).toBeLessThan(0.005);
  });

  it('splintered phase wave: clusters that tremble', () => {
    const { order, rainbow, speed } = figuresOf(1, -0.1);
    expect(order).toBeLessThan(0.2);
    expect(rainbow).toBeGreaterThan(0.9);
    expect(speed).toBeGreaterThan(0.005);
    expect(speed).toBeLessThan(0.05);
  });

  it('active phase wave: all circle', () => {
    const { order, rainbow, speed } = figuresOf(1, -0.75);
    expect(order).toBeLessThan(0.2);
    expect(rainbow).toBeGreaterThan(0.4);
    expect(speed).toBeGreaterThan(0.1);
  });
});

describe('epidemic', () => {
  const NUMBERS = { count: 2500, ill: 25 };
  const SECONDS = 24;

  /** The fractions of susceptible, infected and recovered at each second, from the differential equations. */
  function equations(seconds: number, begin = NUMBERS.ill / NUMBERS.count): number[][] {
    const { infection, recovery } = contagion.parameters;
    // An agent meets a mean of pi others per second, as there is one agent per square meter.
    const [beta, gamma] = [infection.default * Math.PI, recovery.default];
    let [s, i] = [1 - begin, begin];
    const slope = (a: number, b: number) => [-beta * a * b, beta * a * b - gamma * b];
    const rows: number[][] = [];
    const h = 0.01;
    for (let step = 0; step < seconds * 100; step++) {
      const k1 = slope(s, i);
      const k2 = slope(s + (h / 2) * k1[0], i + (h / 2) * k1[1]);
      const k3 = slope(s + (h / 2) * k2[0], i + (h / 2) * k2[1]);
      const k4 = slope(s + h * k3[0], i + h * k3[1]);
      s += (h / 6) * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
      i += (h / 6) * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
      if (step % 100 === 99) rows.push([s, i, 1 - s - i]);
    }
    return rows;
  }

  /** The fractions of the three at each second, averaged over runs with other seeds. */
  function runsOf(numbers: typeof NUMBERS, seeds: number): number[][][] {
    return Array.from({ length: seeds }, (_, seed) => {
      const world = worldOf(epidemic({ ...numbers, seed: seed + 1 }));
      return Array.from({ length: SECONDS }, () => {
        tick(world, 50);
        const counts = [0, 0, 0];
        for (const state of world.views.columns.state as Uint32Array) counts[state] += 1;
        return counts.map((n) => n / numbers.count);
      });
    });
  }

  it('follows the differential equations within sampling error when well mixed, 8 seeds', () => {
    const runs = runsOf(NUMBERS, 8);
    equations(SECONDS).forEach((row, second) => {
      for (const state of Object.values(STATES)) {
        const found = runs.map((rows) => rows[second][state]);
        const center = mean(found);
        const deviation = Math.sqrt(mean(found.map((value) => (value - center) ** 2)) / 7);
        // Three standard errors of the mean, plus the error of steps of 1/50 s.
        const error = 3 * deviation + 0.01;
        expect(Math.abs(center - row[state]), `${second} s, state ${state}`).toBeLessThan(error);
      }
    });
  });

  it.runIf(LONG).each([
    [100, 64],
    [1000, 16],
    [10_000, 2],
    [100_000, 1],
  ])(
    'so it is with %i walkers, a tenth of them infected, %i seeds',
    (count, seeds) => {
      const runs = runsOf({ count, ill: count / 10 }, seeds);
      // Infections come in avalanches, so their number varies more than that of independent events.
      const error = 0.01 + 3 / Math.sqrt(count * seeds);
      equations(SECONDS, 0.1).forEach((row, second) => {
        for (const state of Object.values(STATES)) {
          const center = mean(runs.map((rows) => rows[second][state]));
          expect(Math.abs(center - row[state]), `${second} s, state ${state}`).toBeLessThan(error);
        }
      });
    },
    600_000,
  );
});

describe('couzin: the form of the group, by the width of the zone of orientation', () => {
  /** Polarization and angular momentum, over 50 s. */
  function figuresOf(world: World): [polarization: number, momentum: number] {
    const rows = Array.from({ length: 100 }, () => {
      tick(world, 5);
      return measure(world, ['polarization', 'rotation']);
    });
    return [mean(rows.map(([p]) => p)), mean(rows.map(([, m]) => m))];
  }

  it.each(SEEDS)('swarm at 0, torus at 2, parallel group at 5, seed %d', (seed) => {
    const [swarm, torus, parallel] = [0, 2, 5].map((orientation) => {
      const world = worldOf(couzin({ orientation, seed }));
      tick(world, 3000);
      return figuresOf(world);
    });
    expect(Math.max(...swarm)).toBeLessThan(0.35);
    expect(torus[0]).toBeLessThan(0.35);
    expect(torus[1]).toBeGreaterThan(0.6);
    expect(parallel[0]).toBeGreaterThan(0.95);
    expect(parallel[1]).toBeLessThan(0.2);
  });

  it.runIf(LONG).each(SEEDS)(
    'at 3 is a torus from below and parallel from above: hysteresis, seed %d',
    (seed) => {
      const [below, above] = [2, 6].map((orientation) => {
        const world = worldOf(couzin({ orientation, seed }));
        tick(world, 3000);
        for (let step = 1; step <= 20; step++) {
          const value = orientation + ((3 - orientation) * step) / 20;
          command(world, {
            type: 'set',
            species: 'fish',
            behavior: 0,
            parameter: 'orientation',
            value,
          });
          tick(world, 100);
        }
        return figuresOf(world);
      });
      expect(below[1]).toBeGreaterThan(0.6);
      expect(below[0]).toBeLessThan(0.45);
      expect(above[0]).toBeGreaterThan(0.95);
    },
  );
});

describe('predators', () => {
  it.each(SEEDS)(
    'only reduce their prey, and each prey that ended was eaten once, seed %d',
    (seed) => {
      const world = worldOf(predators({ seed }));
      const living = () => {
        const { status, species } = world.views;
        return species.filter((species, i) => species === 0 && status[i] === 1).length;
      };
      const all = living();
      let before = all;
      for (let step = 0; step < 300; step++) {
        tick(world, 4);
        const now = living();
        expect(now).toBeLessThanOrEqual(before);
        before = now;
        expect(measure(world, ['sum(meals)'])[0], `tick ${world.tick}`).toBe(all - now);
      }
      expect(before).toBeLessThan(0.7 * all);
    },
  );
});

describe('lanes', () => {
  /** The order of Rex and Loewen 2007: 0 if walkers of both directions are mixed, 1 if they are separated. */
  function order({ count, views }: World): number {
    const { y } = views.position;
    const { species } = views;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      let [like, unlike] = [0, 0];
      for (let j = 0; j < count; j++) {
        // A lane is as wide as three bodies side by side.
        if (j === i || Math.abs(y[j] - y[i]) > 0.375) continue;
        if (species[j] === species[i]) like += 1;
        else unlike += 1;
      }
      sum += ((like - unlike) / Math.max(1, like + unlike)) ** 2;
    }
    return sum / count;
  }

  it.each(SEEDS)('form: the order rises from below 0.2 to above 0.7, seed %d', (seed) => {
    const world = worldOf(lanes({ seed }));
    expect(order(world)).toBeLessThan(0.2);
    tick(world, 7200);
    expect(order(world)).toBeGreaterThan(0.7);
    const { x } = world.views.velocity;
    expect(mean(Array.from(x, Math.abs))).toBeGreaterThan(1.1);
  });
});

describe('physarum', () => {
  it.each(SEEDS)(
    'grows a network: most of the trail is on a tenth of the cells, seed %d',
    (seed) => {
      const world = worldOf(physarum({ count: 8000, edge: 160, seed }));
      const share = () => {
        const sorted = Float32Array.from(world.views.fields.trail.values).sort().reverse();
        const all = sorted.reduce((a, b) => a + b, 0);
        return sorted.subarray(0, sorted.length / 10).reduce((a, b) => a + b, 0) / all;
      };
      tick(world, 2);
      expect(share()).toBeLessThan(0.5);
      tick(world, 400);
      expect(share()).toBeGreaterThan(0.6);
    },
  );
});

describe('topological: mean order over 15 s, at densities of 1 to 64', () => {
  function orderAt(edge: number, range: number, seed: number): number {
    const world = worldOf(topological({ edge, range, noise: 25, seed }));
    tick(world, 1200);
    return meanOrder(world, 300);
  }

  it.each(SEEDS)('hardly depends on density for the seven nearest, seed %d', (seed) => {
    const [dense, thin] = [10, 40].map((edge) => orderAt(edge, 0, seed));
    expect(dense).toBeGreaterThan(0.55);
    expect(thin / dense).toBeGreaterThan(0.7);
  });

  it.each(SEEDS)('falls with density for all neighbors within a range, seed %d', (seed) => {
    // Also seven at the density in between.
    const [dense, thin] = [10, 40].map((edge) => orderAt(edge, 3.8, seed));
    expect(dense).toBeGreaterThan(0.55);
    expect(thin / dense).toBeLessThan(0.4);
  });
});

describe('evacuation', () => {
  /** The time until the last agent has left, in s. */
  function leavingTime(speed: number, seed: number): number {
    const world = worldOf(evacuation({ speed, seed }));
    while (world.views.status.includes(1)) tick(world, 50);
    return world.tick * world.scenario.dt;
  }

  it.runIf(LONG).each(SEEDS)(
    'is fastest at 1.5 m/s: slower at 1 and at 5 m/s, seed %d',
    (seed) => {
      const [slow, right, fast] = [1, 1.5, 5].map((speed) => leavingTime(speed, seed));
      expect(slow).toBeGreaterThan(1.1 * right);
      expect(fast).toBeGreaterThan(1.1 * right);
    },
    120_000,
  );
});

describe('particle life', () => {
  it.each(SEEDS)('a particle that chases another is as fast as drag allows, seed %d', (seed) => {
    const [pull, damping] = [2, 0.5];
    const matrix = [
      [0, pull, 0],
      [-pull, 0, 0],
    ];
    const world = worldOf(particleLife({ counts: [1, 1], matrix, edge: 19, damping, seed }));
    const { position } = world.views;
    [position.x[1], position.y[1]] = [position.x[0] + 3, position.y[0] - 2.5];
    tick(world, 2000);
    // Both are pushed in the same direction, and so keep their distance; the force decreases beyond half the range.
    const across = (at: Float32Array) => {
      const off = Math.abs(at[1] - at[0]);
      return Math.min(off, 19 - off);
    };
    const [radius, core] = [6, 0.3];
    const share = Math.hypot(across(position.x), across(position.y)) / radius;
    const force = pull * (1 - Math.abs(2 * share - 1 - core) / (1 - core));
    expect(force).toBeGreaterThan(1);
    const { x, y } = world.views.velocity;
    for (const id of [0, 1]) expect(Math.hypot(x[id], y[id])).toBeCloseTo(force / damping, 3);
  });

  it.each(SEEDS)('with a symmetric matrix, its center stays where it is, seed %d', (seed) => {
    const matrix = [
      [3, -2, 1],
      [-2, 2, -1],
      [1, -1, 3],
    ];
    const world = worldOf(particleLife({ matrix, damping: 0, seed }));
    tick(world, 200);
    const { x, y } = world.views.velocity;
    const speed = mean(Array.from(x, (v, i) => Math.hypot(v, y[i])));
    expect(speed).toBeGreaterThan(1);
    const [driftX, driftY] = [mean([...x]), mean([...y])];
    expect(Math.hypot(driftX, driftY)).toBeLessThan(1e-5 * speed);
  });
});
