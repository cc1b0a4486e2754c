import { defineLaw, select } from '@skein/core/laws';

/** The range in which a predator catches, and how much the distance may grow until the next tick, in m. */
const [CATCH, SLACK] = [1, 0.5];

/** Prey stores in one tick which predator caught it, the one with the lowest id, and dies in the next tick. */
export const caught = defineLaw({
  name: 'caught',
  description: 'Is caught by the predator with the lowest id that is near.',
  columns: { eater: { type: 'f32', description: '1 + the id of its predator, 0 without one.' } },
  next({ neighbors }) {
    const near = neighbors.within(CATCH);
    const eater = near.lowest(
      (other) => select(other.species.equal(1), other.id.toFloat(), Number.POSITIVE_INFINITY),
      (other) => other.id.toFloat().add(1),
    );
    return { eater };
  },
  ends: ({ self }) => self.eater.greaterThan(0),
});

/** A predator counts the prey that dies by it in this tick. */
export const eats = defineLaw({
  name: 'eats',
  description: 'Counts the prey that it has eaten.',
  columns: { eater: { type: 'f32' }, meals: { type: 'f32', description: 'Prey it has eaten.' } },
  next({ self, neighbors }) {
    const mine = self.id.toFloat().add(1);
    const eaten = neighbors.within(CATCH + SLACK).sum((other) => {
      return select(other.species.equal(0).and(other.eater.equal(mine)), 1, 0);
    });
    return { meals: self.meals.add(eaten), eater: 0 };
  },
});

/** Prey that flees from predators, which eat what they catch. */
export function predators({ count = 600, hunters = 12, seed = 1 } = {}) {
  const edge = 2 * Math.sqrt(count);
  const box = { min: [0, 0], max: [edge, edge] };
  const spawn = { type: 'box', ...box, velocity: { speed: 2 } };
  const flees = [{ type: 'evade', quarry: 'hunter', sight: 6, weight: 3 }, { type: 'wander' }];
  const hunts = [{ type: 'pursue', quarry: 'prey', weight: 4 }, { type: 'law:eats' }];
  return {
    name: 'predators',
    description: 'Prey that flees hunters, which eat what they catch.',
    seed,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [caught, eats],
    species: [
      { name: 'prey', count, maxSpeed: 5, spawn, behaviors: [...flees, { type: 'law:caught' }] },
      { name: 'hunter', count: hunters, maxSpeed: 7, spawn, behaviors: hunts },
    ],
  };
}
