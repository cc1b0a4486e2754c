import { defineLaw, select } from '@skein/core/laws';

/** Grass is species 0, sheep 1, wolves 2. An eaten agent stores its eater, which gets the energy in the next tick. */
export const live = defineLaw({
  name: 'live',
  description: 'Grows or spends energy, eats, divides, starves, and may be eaten.',
  parameters: {
    growth: { unit: 'J/s', default: -1, min: -99, max: 99, description: 'Spent if below 0.' },
    most: { unit: 'J', default: 99, min: 0, max: 99, description: 'Grass is eaten with it.' },
    divides: { unit: 'J', default: 20, min: 0, max: 99, description: 'It divides at this energy.' },
  },
  columns: {
    energy: { type: 'f32', unit: 'J', min: 0 },
    eater: { type: 'f32', description: '1 + the id of what eats it in the next tick, 0 without.' },
  },
  next({ self, neighbors, dt, parameters: { growth, most, divides } }) {
    const eater = neighbors.within(1.2).lowest(
      (other) => select(other.species.equal(self.species.add(1)), other.id.toFloat(), Infinity),
      (other) => other.id.toFloat().add(1),
    );
    const [mine, isEaten] = [self.id.toFloat().add(1), self.eater.greaterThan(0)];
    const meal = neighbors
      .within(1.5)
      .sum((other) => select(other.eater.equal(mine), other.energy, 0));
    const share = select(self.energy.greaterThanEqual(divides), 0.5, 1);
    const kept = self.energy.mul(share).add(growth.mul(dt)).max(0).min(most);
    const isFood = growth.lessThan(0).or(self.energy.greaterThanEqual(most)).and(isEaten.not());
    return { energy: select(isEaten, 0, kept.add(meal)), eater: select(isFood, eater, 0) };
  },
  ends: ({ self, parameters: { growth } }) => self.energy.lessThanEqual(0).and(growth.lessThan(0)),
  births({ self, parameters: { divides } }) {
    const when = self.energy.greaterThanEqual(divides).and(self.eater.equal(0));
    return [{ when, columns: { energy: self.energy.mul(0.5) } }];
  },
});

/** source: Wilensky 1997, NetLogo Wolf Sheep Predation, with energy in place of chances */
export function foodChain({ edge = 60, sheep = 300, wolves = 60, seed = 1 } = {}) {
  const box = { min: [0, 0], max: [edge, edge] };
  const wander = { type: 'wander', weight: 4 };
  const herd = (name: string, count: number, needs: object) => ({
    ...{ name, count, capacity: 20 * count, maxSpeed: 3 },
    spawn: { type: 'box', ...box, velocity: { speed: 2 } },
    columns: { energy: { type: 'f32', initial: { min: 5, max: 15 } } },
    behaviors: [wander, { type: 'law:live', ...needs }],
  });
  return {
    ...{ name: 'food-chain', seed, dt: 0.05, dimensions: 2, laws: [live] },
    description: 'Wolves eat sheep, and sheep eat grass.',
    bounds: { type: 'wrap', ...box },
    species: [
      {
        ...{ name: 'grass', count: (edge / 2) ** 2 },
        spawn: { type: 'box', ...box },
        columns: { energy: { type: 'f32', initial: { min: 0, max: 4 } } },
        behaviors: [{ type: 'law:live', growth: 0.5, most: 4, divides: 99 }],
      },
      herd('sheep', sheep, {}),
      herd('wolf', wolves, { growth: -1.5, divides: 40 }),
    ],
  };
}
