import { parseScenario, type Scenario } from '@skein/core';
import { defineLaw, select } from '@skein/core/laws';

const [COHERE, SEPARATE, MATCH] = [0.03, 0.015, 0.05];

/**
 * The sizes of the model in the JuliaDynamics comparison of frameworks. `publishedMs` is the time of Agents.jl 5 for
 * 100 steps, in ms. The time comes from the results file of the comparison.
 */
export const SIZES = [
  { size: 'small', birds: 200, edge: 100, sight: 5, publishedMs: 13.7 },
  { size: 'large', birds: 400, edge: 150, sight: 15, publishedMs: 90.7 },
] as const;

const bird = defineLaw({
  name: 'bird',
  description: 'Coheres, separates and aligns, and flies 1 m a step.',
  parameters: { sight: { unit: 'm', default: 5, min: 0.1, max: 100, description: 'How far.' } },
  columns: { course: { type: 'vec3', description: 'Of length 1.' } },
  velocity: ({ self }) => self.course,
  next({ self, neighbors, parameters }) {
    const seen = neighbors.within(parameters.sight);
    const pull = seen.sum((other) => {
      const apart = select(other.distance.lessThan(1), -SEPARATE, 0);
      return other.offset.mul(apart.add(COHERE)).add(other.course.mul(MATCH));
    });
    const course = self.course.add(pull.div(seen.count().max(1))).normalize();
    return { course };
  },
});

/**
 * Creates the flocking model of the JuliaDynamics comparison of frameworks. Here, all birds turn at the same time. In
 * the comparison, they turn in succession, in random order.
 *
 * source: JuliaDynamics, ABMFrameworksComparison, Flocking/DECLARATION.md
 */
export function flocking({ birds, edge, sight }: (typeof SIZES)[number]): Scenario {
  const box = { min: [0, 0], max: [edge, edge] };
  const courses = Array.from({ length: birds }, (_, k) => {
    return [Math.cos(2.399963 * k), Math.sin(2.399963 * k), 0];
  });
  return parseScenario(
    {
      name: 'flocking',
      seed: 1,
      dt: 1,
      dimensions: 2,
      bounds: { type: 'wrap', ...box },
      species: [
        {
          name: 'bird',
          count: birds,
          spawn: { type: 'box', ...box },
          columns: { course: { type: 'vec3', initial: courses } },
          behaviors: [{ type: 'law:bird', sight }],
        },
      ],
    },
    { laws: [bird] },
  );
}
