import type { QueryRequest, World } from '@skein/core';

/** Requests of each kind, with points all over a world, without a pattern that fits the number of workers. */
export function requestsFor({ scenario, views }: World, count = 503): QueryRequest[] {
  const { x, y, z } = views.position;
  const points = new Float32Array(3 * count);
  for (let q = 0; q < count; q++) {
    const at = (q * 37) % x.length;
    points[3 * q] = x[at] + (q % 7) - 3;
    points[3 * q + 1] = y[at] + (q % 5) - 2;
    points[3 * q + 2] = z[at] + (q % 3) - 1;
  }
  const directions = points.map((_, n) => Math.fround(((n * 7.13) % 5) - 2.4));
  const max = points.map((low, n) => low + (n % 4));
  const length = 20;
  return [
    { type: 'nearest', points, k: 8 },
    { type: 'nearest', points, k: 3, radius: 2, species: scenario.species[0].name },
    { type: 'radius', points, radius: 1.5 },
    { type: 'box', min: points, max },
    { type: 'cone', points, directions, angle: 0.5, radius: 5 },
    { type: 'ray', origins: points, directions, length },
    { type: 'sweep', origins: points, directions, length, radius: 0.2 },
  ];
}
