import { defineLaw, type NeighborSet, select } from '@skein/core/laws';

/** How near one eats, how much farther both can be apart a tick later, m; species in their order. */
const [BITE, SLACK] = [1.2, 0.3];
const COLUMNS = {
  energy: { type: 'f32', unit: 'J', min: 0 },
  eater: { type: 'f32', description: '1 + the id of what eats it in the next tick, 0 without.' },
} as const;
const rate = (unit: string, value: number, description: string) =>
  ({ unit, default: value, min: 0, max: 1000, description }) as const;

/** What is eaten names its eater, the one with the lowest id, and is gone a tick later. */
const nextEater = (others: NeighborSet, species: number) =>
  others.lowest(
    (one) => select(one.species.equal(species), one.id.toFloat(), Number.POSITIVE_INFINITY),
    (one) => one.id.toFloat().add(1),
  );

export const grass = defineLaw({
  name: 'grass',
  description: 'Grows, and is eaten by sheep when it is high.',
  parameters: { growth: rate('J/s', 0.5, 'How fast it grows.') },
  columns: COLUMNS,
  next({ self, neighbors, dt, parameters: { growth } }) {
    const eaten = self.eater.greaterThan(0);
    const energy = select(eaten, 0, self.energy.add(growth.mul(dt)).min(4));
    const high = self.energy.greaterThanEqual(4).and(eaten.not());
    return { energy, eater: select(high, nextEater(neighbors.within(BITE), 1), 0) };
  },
});

/** Sheep live on grass (species 0), wolves on sheep (1); each spends energy, and divides when it has enough. */
export const animal = defineLaw({
  name: 'animal',
  description: 'Eats, spends energy, divides, starves, and may be eaten.',
  parameters: {
    food: rate('1', 0, 'Species that it eats.'),
    spends: rate('J/s', 1, 'What it needs to live.'),
    divides: rate('J', 20, 'Energy with which it divides.'),
  },
  columns: COLUMNS,
  next({ self, neighbors, dt, parameters: { food, spends, divides } }) {
    const mine = self.id.toFloat().add(1);
    const eaten = neighbors.within(BITE + SLACK).sum((one) => {
      const isFood = one.species.toFloat().equal(food).and(one.eater.equal(mine));
      return select(isFood, one.energy, 0);
    });
    const share = select(self.energy.greaterThanEqual(divides), 0.5, 1);
    const left = self.energy.mul(share).sub(spends.mul(dt)).max(0);
    const isSheep = self.species.equal(1);
    const eater = nextEater(neighbors.within(BITE), 2);
    return { energy: left.add(eaten), eater: select(isSheep.and(self.eater.equal(0)), eater, 0) };
  },
  ends: ({ self }) => self.energy.lessThanEqual(0).or(self.eater.greaterThan(0)),
  births({ self, parameters: { divides } }) {
    const when = self.energy.greaterThanEqual(divides).and(self.eater.equal(0));
    return [{ when, columns: { energy: self.energy.mul(0.5) } }];
  },
});

/** source: Wilensky 1997, NetLogo Wolf Sheep Predation, with energy in place of chances */
export function foodChain({ edge = 60, sheep = 300, wolves = 60, seed = 1 } = {}) {
  const box = { min: [0, 0], max: [edge, edge] };
  const plots = Array.from({ length: (edge / 2) ** 2 }, (_, k) => [
    1 + 2 * (k % (edge / 2)),
    1 + 2 * Math.floor((2 * k) / edge),
  ]);
  const columns = (min: number, max: number) => ({
    energy: { ...COLUMNS.energy, initial: { min, max } },
  });
  const herd = (name: string, count: number, food: number, more: object) => ({
    name,
    count,
    capacity: 20 * count,
    maxSpeed: 3,
    spawn: { type: 'box', ...box, velocity: { speed: 2 } },
    columns: columns(5, 15),
    behaviors: [
      { type: 'wander', weight: 4 },
      { type: 'law:animal', food, ...more },
    ],
  });
  return {
    name: 'food-chain',
    description: 'Wolves eat sheep, and sheep eat grass.',
    seed,
    dt: 0.05,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    laws: [grass, animal],
    species: [
      {
        name: 'grass',
        count: plots.length,
        spawn: { type: 'points', positions: plots },
        columns: columns(0, 4),
        behaviors: [{ type: 'law:grass' }],
      },
      herd('sheep', sheep, 0, {}),
      herd('wolf', wolves, 1, { spends: 1.5, divides: 40 }),
    ],
  };
}
