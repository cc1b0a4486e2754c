import type { Point } from './cloud.ts';

/** The flight of a flock that flies away: the speed of the flock, in m/s, and the duration of the flight, in s. */
export const FLIGHT = { speed: 30, seconds: 60 } as const;

const DT = 1 / 60;

/**
 * Moves a flock through a whole flight in one tick. All agents start so fast that the first tick moves them to the end
 * of the flight. The second tick reduces their speed to the speed of the flight. The memory of the world is planned for
 * the initial positions of the agents.
 */
export function flown(dimensions: 2 | 3) {
  const along = (length: number): Point => {
    const part = length / Math.sqrt(dimensions);
    return [part, part, dimensions === 3 ? part : 0];
  };
  return {
    ticks: 2,
    dt: DT,
    velocity: along((FLIGHT.speed * FLIGHT.seconds) / DT),
    species: { maxSpeed: undefined, minSpeed: 0 },
    commands: (species: string) => [
      { tick: 0, type: 'set', species, parameter: 'maxSpeed', value: FLIGHT.speed },
    ],
  };
}
