import { particleLife as pulls } from '../laws/particle-life.ts';

const NAMES = ['red', 'green', 'blue'];
const CHASES = [
  [3, 2, -1],
  [-2, 3, 2],
  [2, -2, 3],
];

/**
 * Particles of three kinds that attract or repel each other by a matrix: `matrix[a][b]` is how strongly kind b attracts
 * kind a, in N. If it is not symmetric, one kind can chase another that flees from it.
 *
 * source: Ventrella 2017, Clusters; Mohr 2022, Particle Life
 */
export function particleLife({
  counts = [300, 300, 300],
  matrix = CHASES,
  edge = 60,
  damping = 2,
  seed = 1,
} = {}) {
  const box = { min: [0, 0], max: [edge, edge] };
  const pull = Object.fromEntries(
    matrix.flatMap((row, a) => row.map((value, b) => [`pull${a}${b}`, value])),
  );
  return {
    name: 'particle-life',
    description: 'Particles of three kinds that draw or repel each other by a matrix.',
    seed,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [pulls],
    species: counts.map((count, k) => ({
      name: NAMES[k],
      count,
      damping,
      spawn: { type: 'box', ...box },
      behaviors: [{ type: 'law:particleLife', ...pull }],
    })),
  };
}
