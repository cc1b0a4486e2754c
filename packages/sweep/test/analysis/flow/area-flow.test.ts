import { createWorld, measure, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import {
  AreaFlow,
  type AreaOptions,
  type AreaResult,
  type DiagramPoint,
  type Line,
} from '../../../src/analysis/flow/index.ts';
import { samplesOf, straight, timesFrom, type Walker } from './walkers.ts';

function areaOf(
  area: Line,
  walkers: readonly Walker[],
  times: readonly number[],
  options?: AreaOptions,
): { points: DiagramPoint[]; result: AreaResult } {
  const meter = new AreaFlow(area, options);
  const points = samplesOf(walkers, times).map((sample) => meter.add(sample));
  return { points, result: meter.result() };
}

describe("Edie's definitions", () => {
  it('are closed forms for one agent that walks through: time spent and distance over area and time', () => {
    // Through a box of 3 m x 2 m along its diagonal of 3.6 m, with 0.5 m/s along x.
    const walker = straight([-1, -2 / 3], [0.5, 1 / 3]);
    for (const times of [
      [0, 40],
      timesFrom(0, 1, 41),
      timesFrom(0, 0.37, 200).filter((t) => t <= 40),
    ]) {
      const { result } = areaOf([0, 0, 3, 2], [walker], times);
      const region = 6 * times.at(-1)!;
      const { edie } = result;
      expect(edie.density).toBeCloseTo(6 / region, 12);
      expect(edie.flow).toBeCloseTo(Math.hypot(3, 2) / region, 12);
      expect([edie.flowX, edie.flowY].map((flow) => (flow! * region).toFixed(9))).toEqual([
        (3).toFixed(9),
        (2).toFixed(9),
      ]);
      expect(edie.speed).toBeCloseTo(Math.hypot(0.5, 1 / 3), 12);
    }
  });

  it('give k, v and q = k v of lanes at equal distances; the corners may be any two opposite ones', () => {
    // 2 agents per meter in each of 4 lanes of 0.5 m, so 4 per m^2; two lanes go the other way.
    const walkers = Array.from({ length: 4 * 400 }, (_, k) => {
      const lane = k % 4;
      return straight([Math.floor(k / 4) / 2 - 100, lane / 2 + 0.25], [lane < 2 ? 1.2 : -0.8, 0]);
    });
    for (const area of [
      [1, 0, 4, 2],
      [4, 0, 1, 2],
    ] as const) {
      // In 5 s, agents go 12 and 8 spacings.
      const { edie } = areaOf(area, walkers, timesFrom(0, 0.125, 41)).result;
      expect(edie.density).toBeCloseTo(4, 9);
      expect(edie.flow).toBeCloseTo(4 * 1, 9);
      expect(edie.flowX).toBeCloseTo(2 * 1.2 - 2 * 0.8, 9);
      expect(edie.flowY).toBeCloseTo(0, 9);
    }
  });

  it('count agents at rest, and only between two samples in which they live', () => {
    const walkers = [
      straight([1, 1], [0, 0]),
      straight([1.5, 1], [0, 0], 2, 6.5),
      straight([9, 9], [0, 0]),
    ];
    const { edie, voronoi } = areaOf([0, 0, 2, 2], walkers, timesFrom(0, 1, 11)).result;
    expect(edie).toEqual({ density: (10 + 4) / 40, flow: 0, flowX: 0, flowY: 0, speed: 0 });
    expect(voronoi.flow).toBe(0);
  });

  it('have no values without time, and no speed without agents', () => {
    const { result } = areaOf([0, 0, 1, 1], [], [0]);
    expect(result).toMatchObject({
      edie: { density: null, flow: null, flowX: null, flowY: null, speed: null },
      voronoi: { density: 0, flow: 0, speed: null },
    });
    expect(areaOf([0, 0, 1, 1], [], []).result).toMatchObject({
      samples: 0,
      from: null,
      voronoi: { density: null },
    });
  });

  it('agree with the mean of the samples of the measures density and flow', () => {
    const positions = Array.from({ length: 150 }, (_, k) => [
      ((k * 7919) % 97) / 9.7,
      ((k * 104729) % 83) / 13.9,
    ]);
    const velocities = positions.map((_, k) => [((k * 31) % 17) / 8 - 1, ((k * 57) % 13) / 6 - 1]);
    const world = createWorld(
      parseScenario({
        name: 'swarm',
        dimensions: 2,
        dt: 1 / 512,
        bounds: { type: 'wrap', min: [0, 0, 0], max: [10, 6, 1] },
        species: [{ name: 'a', count: 150, spawn: { type: 'points', positions, velocities } }],
      }),
    );
    const texts = ['density(2,1,5,4)', 'flow(3.5,1,3.5,4,3)', 'flow(5,2.5,2,2.5,3)'];
    const meter = new AreaFlow([2, 1, 5, 4], { edges: [10, 6] });
    const sums = [0, 0, 0];
    const { views } = world;
    for (let n = 0; n <= 2048; n++) {
      if (n > 0) tick(world, 1);
      const { id, position, velocity } = views;
      meter.add({
        ...{ tick: n, time: n / 512, ids: Uint32Array.from(id) },
        x: Float64Array.from(position.x),
        y: Float64Array.from(position.y),
        vx: Float64Array.from(velocity.x),
        vy: Float64Array.from(velocity.y),
      });
      for (const [at, value] of measure(world, texts).entries()) sums[at] += value / 2049;
    }
    const { edie } = meter.result();
    expect(edie.density! / sums[0]).toBeCloseTo(1, 2);
    // Over a height and a width of 3 m.
    expect(Math.abs(3 * edie.flowX! - sums[1])).toBeLessThan(0.02);
    expect(Math.abs(3 * edie.flowY! - sums[2])).toBeLessThan(0.02);
    expect(Math.abs(edie.flowX!)).toBeGreaterThan(0.01);
  });
});

describe('the fundamental diagram', () => {
  const lattice = (step: number, speed: number): Walker[] =>
    Array.from({ length: 81 }, (_, k) =>
      straight([(k % 9) * step - 4 * step, Math.floor(k / 9) * step - 4 * step], [speed, 0]),
    );

  it('has the density of a lattice, its speed, and their product', () => {
    const { points } = areaOf([-0.8, -0.8, 0.8, 0.8], lattice(0.5, 0.7), [0]);
    const [{ agents, density, speed, flow }] = points;
    expect(agents).toBe(9);
    expect(density).toBeCloseTo(4, 9);
    expect(speed).toBeCloseTo(0.7, 12);
    expect(flow).toBeCloseTo(2.8, 9);
  });

  it('does not jump when agents enter, as a count does', () => {
    const { points } = areaOf([-0.8, -0.8, 0.8, 0.8], lattice(0.5, 1), timesFrom(0, 0.05, 11));
    const counts = points.map(({ agents }) => agents / 2.56);
    expect(Math.max(...counts) - Math.min(...counts)).toBeGreaterThan(1);
    for (const { density } of points) expect(density).toBeCloseTo(4, 9);
  });

  it('weighs speeds by the parts of the cells in the area', () => {
    // The cells of two agents are halves of the plane; 1/4 of the area belongs to the fast one.
    const walkers = [straight([-1, 0], [1, 0]), straight([2, 0], [5, 0])];
    const [{ speed }] = areaOf([-1, -1, 1, 1], walkers, [0], { cutoff: 50 }).points;
    expect(speed).toBeCloseTo(0.75 * 1 + 0.25 * 5, 9);
  });

  it('reaches over the seam of a torus', () => {
    const edges = [4.5, 4.5] as const;
    // Positions from 0 to 4.5.
    const wrapped = lattice(0.5, 0.7).map(
      (walker): Walker =>
        (t) => {
          const [x, y, vx, vy] = walker(t)!;
          return [(x + 4.5) % 4.5, (y + 4.5) % 4.5, vx, vy];
        },
    );
    for (const area of [
      [3.6, 3.5, 5.1, 5.3],
      [0, 0, 4.5, 4.5],
    ] as const) {
      const [{ density, flow }] = areaOf(area, wrapped, [0], { edges }).points;
      expect(density).toBeCloseTo(4, 6);
      expect(flow).toBeCloseTo(2.8, 6);
    }
    expect(areaOf([0, 0, 4.5, 4.5], wrapped, [0], { edges }).points[0].agents).toBe(81);
  });
});

it.each([
  [
    [0, 0, 0, 1],
    {},
    'area: found 0,0,0,1, expected two opposite corners of a box with a finite area',
  ],
  [[0, 0, 1, 1], { cutoff: 0 }, 'cutoff: found 0, expected a number above 0, in m'],
  [
    [0, 0, 8, 1],
    { edges: [7, 9] },
    'area: found 0,0,8,1, expected at most the edges of the torus, 7 x 9 m',
  ],
  [
    [0, 0, 1, 1],
    { edges: [7, 9], cutoff: 4 },
    'cutoff: found 4, expected at most half of the edges of the torus',
  ],
] as [Line, AreaOptions, string][])('refuses %j with %j', (area, options, message) => {
  expect(() => new AreaFlow(area, options)).toThrow(
    expect.objectContaining({
      name: 'FlowError',
      code: 'FLOW_OPTION',
      message: expect.stringContaining(message),
    }),
  );
});
