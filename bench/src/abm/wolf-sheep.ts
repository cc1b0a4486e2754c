import { parseScenario, type Scenario } from '@skein/core';
import {
  type BoolNode,
  defineLaw,
  type FloatNode,
  type LawContext,
  type Other,
  select,
  uint,
  vec3,
} from '@skein/core/laws';

/** The parameters that the comparison of frameworks sets separately for each size of the model. */
export interface Pasture {
  readonly edge: number;
  readonly sheep: number;
  readonly wolves: number;
  /** The number of steps after which eaten grass has grown again. */
  readonly regrowth: number;
  /** The probability that a sheep (`lambs`) or a wolf (`cubs`) gives birth in a step. */
  readonly lambs: number;
  readonly cubs: number;
}

export const PASTURES: readonly (Pasture & { readonly size: string })[] = [
  { size: 'small', edge: 25, sheep: 60, wolves: 40, regrowth: 20, lambs: 0.2, cubs: 0.1 },
  { size: 'large', edge: 100, sheep: 1000, wolves: 500, regrowth: 10, lambs: 0.4, cubs: 0.2 },
];

/** How much energy an animal gains from eating grass, and from eating a sheep. */
export const [GRASS_ENERGY, SHEEP_ENERGY] = [5, 13];
/** The index of each species of animals in the scenario. The species with higher indices are grass. */
export const [SHEEP, WOLF] = [0, 1];

/** The distance within which an agent sees only its own cell, in m. Cells are 1 m apart. */
const HERE = 0.5;

const declared = {
  parameters: {
    chance: { unit: '1', default: 0, min: 0, max: 1, description: 'Of a birth in a step.' },
    last: { unit: 'm', default: 0, min: 0, max: 1e4, description: 'Where the last cells are.' },
  },
  columns: {
    energy: { type: 'f32' },
    fertile: {
      type: 'u32',
      max: 1,
      description:
        '1 if the animal gives birth in the next step. Decided at random a step early, so that others can see it.',
    },
    countdown: { type: 'u32', description: 'For grass: number of steps until it is grown.' },
  },
} as const;

type Context = LawContext<keyof typeof declared.parameters, typeof declared.columns>;
type Seen = Other & Pick<Context['self'], 'energy' | 'fertile' | 'countdown'>;

/** What happens to an animal in a step. */
interface Fate {
  /**
   * The energy of the animal after its turn, but before it bears young. In its turn, an animal spends energy and may
   * eat.
   */
  readonly energy: FloatNode;
  /** Whether the animal is still alive after its own turn. */
  readonly lives: BoolNode;
  readonly isEaten?: BoolNode;
  /** Whether the young that the animal bears in this step is eaten in the same step. */
  readonly loses?: BoolNode;
}

const isSheep = ({ species }: Seen) => species.equal(SHEEP);
const isWolf = ({ species }: Seen) => species.equal(WOLF);
const one = (condition: BoolNode) => select(condition, 1, 0);

/**
 * Finds the sheep in the cell of an agent. If the grass in the cell is grown, the sheep with the lowest id eats it. Ids
 * stay below 2^24 in 100 steps, so they are exact as f32.
 */
function flock({ self, neighbors }: Context, isOfIt: boolean) {
  const here = neighbors.within(HERE);
  const isGrown = here.any((it) => it.species.greaterThan(WOLF).and(it.countdown.equal(0)));
  const others = here.min((it) => select(isSheep(it), it.id.toFloat(), Infinity));
  const first = isOfIt ? others.min(self.id.toFloat()) : others;
  const fed = ({ id, energy }: Pick<Seen, 'id' | 'energy'>) => {
    const eats = isGrown.and(id.toFloat().equal(first));
    return energy.sub(1).add(select(eats, GRASS_ENERGY, 0));
  };
  return { here, fed, lives: (it: Seen) => isSheep(it).and(fed(it).greaterThanEqual(1)) };
}

/**
 * Returns what happens to a sheep. The wolves of a cell eat in the order of their ids. The wolves first eat the sheep,
 * in the order of the sheep's ids, and then the lambs.
 */
function fateOfSheep(context: Context): Fate {
  const { self } = context;
  const { here, fed, lives } = flock(context, true);
  const energy = fed(self);
  const wolves = here.sum((it) => one(isWolf(it)));
  const isBefore = (it: Seen) => lives(it).and(it.id.lessThan(self.id));
  const before = here.sum((it) => one(isBefore(it)));
  const others = here.sum((it) => one(lives(it)));
  const lambs = here.sum((it) => select(isBefore(it), it.fertile.toFloat(), 0));
  return {
    energy,
    lives: energy.greaterThanEqual(1),
    isEaten: before.lessThan(wolves),
    loses: others.add(1).add(lambs).lessThan(wolves),
  };
}

function fateOfWolf(context: Context): Fate {
  const { self } = context;
  const { here, lives } = flock(context, false);
  const before = here.sum((it) => one(isWolf(it).and(it.id.lessThan(self.id))));
  const prey = here.sum((it) => select(lives(it), it.fertile.toFloat().add(1), 0));
  const energy = self.energy.sub(1).add(select(before.lessThan(prey), SHEEP_ENERGY, 0));
  return { energy, lives: energy.greaterThanEqual(0) };
}

/** Returns the offset from a cell to one of the 8 cells around it. Each of the 8 cells is equally likely. */
function step(drawn: FloatNode) {
  const eighth = drawn.mul(8).floor();
  const cell = eighth.add(select(eighth.lessThan(4), 0, 1));
  const row = cell.div(3).floor();
  return vec3(cell.sub(row.mul(3)).sub(1), row.sub(1), 0);
}

/**
 * Creates the law of an animal. In a step, the animal eats, spends 1 unit of energy, starves or gives birth, is eaten,
 * and walks. Newborn animals walk, too.
 */
function animal(name: string, description: string, fateOf: (context: Context) => Fate) {
  const left = (fate: Fate, fertile: Context['self']['fertile']) =>
    fate.energy.mul(select(fertile.equal(1), 0.5, 1));
  const drawn = (number: FloatNode, chance: FloatNode) =>
    select(number.lessThan(chance), uint(1), uint(0));
  return defineLaw({
    ...declared,
    name,
    description,
    velocity: ({ random }) => step(random.uniform(0)),
    next(context) {
      const { self, random, parameters } = context;
      return {
        energy: left(fateOf(context), self.fertile),
        fertile: drawn(random.uniform(1), parameters.chance),
      };
    },
    ends(context) {
      const { lives, isEaten } = fateOf(context);
      return isEaten ? lives.not().or(isEaten) : lives.not();
    },
    births(context) {
      const { self, random, parameters } = context;
      const fate = fateOf(context);
      const when = self.fertile.equal(1).and(fate.lives);
      const { x, y } = self.position.add(step(random.uniform(2)));
      const { last, chance } = parameters;
      return [
        {
          when: fate.loses ? when.and(fate.loses.not()) : when,
          position: vec3(x.clamp(0, last), y.clamp(0, last), 0),
          columns: {
            energy: left(fate, self.fertile),
            fertile: drawn(random.uniform(3), chance),
          },
        },
      ];
    },
  });
}

const grass = defineLaw({
  name: 'grass',
  description: 'Is eaten by sheep when it is grown, and grows again.',
  parameters: {
    regrowth: { unit: '1', default: 1, min: 1, max: 1e6, description: 'Steps that it takes.' },
  },
  columns: { countdown: declared.columns.countdown },
  next({ self, neighbors, parameters }) {
    const isEaten = neighbors.within(HERE).count().greaterThan(0).and(self.countdown.equal(0));
    const from = select(isEaten, parameters.regrowth.toUint(), self.countdown);
    return { countdown: select(from.equal(0), uint(0), from.sub(1)) };
  },
});

const laws = [
  animal('sheep', 'Grazes, and is eaten by wolves.', fateOfSheep),
  animal('wolf', 'Eats sheep.', fateOfWolf),
  grass,
];

/**
 * Creates the model of wolves, sheep and grass from the comparison of ABM frameworks. One tick is one step of the
 * comparison. There are two differences. Animals walk at the end of the step, and they act in the order of ids, not in
 * random order.
 *
 * source: JuliaDynamics, ABMFrameworksComparison, WolfSheep/DECLARATION.md
 *
 * @param random returns numbers from 0 to 1, for everything that is random at the start
 */
export function wolfSheep(pasture: Pasture, random: () => number): Scenario {
  const { edge, regrowth } = pasture;
  const last = edge - 1;
  const below = (end: number) => Math.floor(end * random());
  const herd = (name: string, count: number, room: number, chance: number, meal: number) => ({
    name,
    count,
    capacity: room * count,
    spawn: {
      type: 'points',
      positions: Array.from({ length: count }, () => [below(edge), below(edge)]),
    },
    columns: {
      energy: { type: 'f32', initial: Array.from({ length: count }, () => 1 + below(2 * meal)) },
      fertile: {
        type: 'u32',
        initial: Array.from({ length: count }, () => (random() < chance ? 1 : 0)),
      },
    },
    behaviors: [{ type: `law:${name}`, chance, last }],
  });
  const herds = [
    // 100 steps need two thirds of the room. Rows that are empty cost some time.
    herd('sheep', pasture.sheep, 4, pasture.lambs, GRASS_ENERGY),
    herd('wolf', pasture.wolves, 8, pasture.cubs, SHEEP_ENERGY),
  ];
  const isGrown = Array.from({ length: edge * edge }, () => random() < 0.5);
  const meadow = (name: string, grown: boolean) => {
    const cells = isGrown.flatMap((is, cell) => (is === grown ? [cell] : []));
    return {
      name,
      count: cells.length,
      spawn: {
        type: 'points',
        positions: cells.map((cell) => [cell % edge, Math.floor(cell / edge)]),
      },
      columns: {
        countdown: { type: 'u32', initial: grown ? { min: 0, max: 0 } : { min: 1, max: regrowth } },
      },
      behaviors: [{ type: 'law:grass', regrowth, species: ['sheep'] }],
    };
  };
  return parseScenario(
    {
      name: 'wolf-sheep',
      seed: 1,
      dt: 1,
      dimensions: 2,
      bounds: { type: 'contain', min: [0, 0], max: [last, last] },
      species: [...herds, meadow('grown', true), meadow('growing', false)],
    },
    { laws },
  );
}
