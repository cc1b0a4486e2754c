import { createWorld, parseScenario, particles, type Scenario, tick } from '@skein/core';
import { innerOf, livingParticles } from '@skein/core/internal';
import { birthsSince } from '@skein/core/read';
import { Color } from 'three';
import { describe, expect, it } from 'vitest';
import beams from '../../../../scenarios/beams.json';
import salvo from '../../../../scenarios/salvo.json';
import { someOf } from '../../../core/test/helpers/long.ts';
import { kindsOf } from '../../src/particles/kinds.ts';
import { FLIGHT_SHADER } from '../../src/particles/shader.ts';
import { runOnCard } from './on-card.ts';

const SCENES: Readonly<Record<string, unknown>> = { beams, salvo };

/** A scenario that can be changed. */
type Loose = { species: Record<string, unknown>[] };

const colorsOf = ({ species }: Scenario) => species.map(() => new Color());

describe('particles computed by a graphics card', () => {
  const moments = [
    ['beams', 0.73, 300],
    ['salvo', 0, 380],
  ] as const;
  it.each(someOf(moments, 2))(
    'are at the same places, to a tenth of a millimeter: %s, %d',
    (name, alpha, ticks) => {
      const world = createWorld(parseScenario(SCENES[name]));
      tick(world, ticks + 1);
      const { first, count } = livingParticles(innerOf(world), { tick: ticks, alpha });
      const { records } = particles(world, { tick: ticks, alpha });
      expect(count).toBeGreaterThan(5000);
      const {
        bornPosition: p,
        bornVelocity: v,
        bornTick,
        bornKey,
        bornKind,
      } = innerOf(world).particles;
      // The ring has not come round. The births of the tick to come are not there yet.
      const later = birthsSince(innerOf(world), ticks).count;
      const born = <T extends { subarray(from: number, to: number): T }>(column: T) =>
        column.subarray(first, first + count + later);
      const { dt, dimensions } = world.scenario;
      const kinds = kindsOf(world.scenario, colorsOf(world.scenario));
      const found = runOnCard({
        shader: `#define KINDS ${kinds.count}
        ${FLIGHT_SHADER}
        void main() { found = particleAt(vec3(x, y, z), vec3(vx, vy, vz), born, key, kind); }`,
        floats: {
          ...{ x: born(p.x), y: born(p.y), z: born(p.z) },
          ...{ vx: born(v.x), vy: born(v.y), vz: born(v.z) },
        },
        wholes: { born: born(bornTick), key: born(bornKey), kind: born(bornKind) },
        uniforms: {
          tick: ['1ui', ticks],
          alpha: ['1f', alpha],
          dt: ['1f', dt],
          depth: ['1f', dimensions - 2],
          flights: ['4fv', kinds.flights.flatMap((flight) => [...flight])],
          walks: ['1fv', kinds.walks],
        },
      });
      let farthest = 0;
      for (let n = 0; n < 4 * count; n++) {
        farthest = Math.max(farthest, Math.abs(found[n] - records[n]));
      }
      expect(farthest, 'm').toBeLessThan(1e-4);
      const unborn = found.slice(4 * count).filter((_, n) => n % 4 === 3);
      expect([...unborn]).toEqual(new Array(later).fill(0));
    },
  );

  it('have the speed of their movement', () => {
    const flight = { randomWalk: 0, attenuation: 2, damping: 1.7, gravity: 6 };
    const scenario = structuredClone(beams) as Loose;
    scenario.species[0].sparks = flight;
    scenario.species[0].trail = { ...flight, damping: 0 };
    const world = createWorld(parseScenario(scenario));
    tick(world, 161);
    const places = [159, 160, 161].map((at) => {
      const { first, count, records } = particles(world, { tick: at });
      return { first, count, records: records.slice() };
    });
    const [before, now, after] = places;
    const { bornVelocity: v, bornKind } = innerOf(world).particles;
    const rows: { n: number; born: number }[] = [];
    for (let n = 0; n < before.count; n++) {
      const row = before.first + n - now.first;
      if (row >= 0 && before.records[4 * n + 3] > 0) rows.push({ n: row, born: before.first + n });
    }
    expect(rows.filter(({ born }) => bornKind[born] === 1).length).toBeGreaterThan(50);
    const kinds = kindsOf(world.scenario, colorsOf(world.scenario));
    const found = runOnCard({
      shader: `#define KINDS ${kinds.count}
        ${FLIGHT_SHADER}
        void main() { found = vec4(speedAt(vec3(vx, vy, vz), kind, left), 0.0, 0.0, 0.0); }`,
      floats: {
        vx: rows.map(({ born }) => v.x[born]),
        vy: rows.map(({ born }) => v.y[born]),
        vz: rows.map(({ born }) => v.z[born]),
        left: rows.map(({ n, born }) => now.records[4 * n + 3] / kinds.flights[bornKind[born]].x),
      },
      wholes: { kind: rows.map(({ born }) => bornKind[born]) },
      uniforms: { flights: ['4fv', kinds.flights.flatMap((flight) => [...flight])] },
    });
    const { dt } = world.scenario;
    rows.forEach(({ born }, i) => {
      const [a, b] = [before, after].map(({ first, records }) =>
        records.subarray(4 * (born - first), 4 * (born - first) + 3),
      );
      const speed = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / (2 * dt);
      expect(Math.abs(found[4 * i] - speed), `${born}`).toBeLessThan(0.03);
    });
  });

  it('fly correctly under any drag', () => {
    const drags = [0, 1e-6, 1e-3, 0.05, 0.3, 0.499, 0.501, 0.7, 1.9, 6, 40, 600];
    const found = runOnCard({
      shader: `#define KINDS 1
        ${FLIGHT_SHADER}
        void main() { found = vec4(meanDecay(drag), fall(drag), squaredFlight(drag), 0.0); }`,
      floats: { drag: drags },
      wholes: {},
      uniforms: {},
    });
    drags.forEach((drag, i) => {
      integrals(drag).forEach((wanted, k) => {
        expect(Math.abs(found[4 * i + k] / wanted - 1), `${drag}, ${k}`).toBeLessThan(3e-6);
      });
    });
  });
});

/** The three functions of a flight under drag, by the midpoint rule on what they are integrals of. */
function integrals(z: number): number[] {
  const steps = 200_000;
  const sums = [0, 0, 0];
  for (let n = 0; n < steps; n++) {
    const left = (n + 0.5) / steps;
    const flown = z === 0 ? left : -Math.expm1(-z * left) / z;
    sums[0] += Math.exp(-z * left) / steps;
    sums[1] += flown / steps;
    sums[2] += (flown * flown) / steps;
  }
  return sums;
}
