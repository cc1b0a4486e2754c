import { cos, defineLaw, sin, vec3 } from '@skein/core/laws';

/**
 * Moves along its course, and then takes the mean course of all within 1 m, including itself, with noise. As in the
 * paper, each step follows the course of the step before.
 */
export const course = defineLaw({
  name: 'course',
  description: 'Takes the mean course of its neighbors, with noise.',
  parameters: {
    speed: { unit: 'm/s', default: 0.03, min: 0, max: 10, description: 'Common speed.' },
    noise: { unit: 'rad', default: 1, min: 0, max: 6.2831855, description: 'Range of the error.' },
  },
  columns: { course: { type: 'vec3', description: 'Direction, of length 1.' } },
  velocity: ({ self, parameters }) => self.course.mul(parameters.speed),
  next({ self, neighbors, random, parameters }) {
    const others = neighbors.within(1).sum((other) => other.course);
    const mean = others.add(self.course).normalize();
    const error = random.uniform().sub(0.5).mul(parameters.noise);
    const aside = vec3(0, 0, 1).cross(mean);
    return { course: mean.mul(cos(error)).add(aside.mul(sin(error))) };
  },
});

/**
 * Particles with equal speed that align, with noise: 4 per square meter, steps of one second.
 *
 * source: Vicsek, Czirok, Ben-Jacob, Cohen and Shochet 1995, Phys. Rev. Lett. 75, 1226
 */
export function vicsek({ count = 1000, noise = 0.5, seed = 1 } = {}) {
  const edge = Math.sqrt(count / 4);
  const box = { min: [0, 0], max: [edge, edge] };
  // Directions by the golden angle, which are as good as random ones, since positions are random.
  const directions = Array.from({ length: count }, (_, k) => [
    Math.cos(2.399963 * k),
    Math.sin(2.399963 * k),
    0,
  ]);
  return {
    name: 'vicsek',
    description: 'Particles that take the mean course of their neighbors, with noise.',
    seed,
    dt: 1,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [course],
    species: [
      {
        name: 'particle',
        count,
        maxSpeed: 0.03,
        spawn: { type: 'box', ...box },
        columns: { course: { type: 'vec3', initial: directions } },
        behaviors: [{ type: 'law:course', noise }],
      },
    ],
  };
}
