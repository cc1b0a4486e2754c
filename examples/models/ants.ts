import { defineLaw, select, vec3 } from '@skein/core/laws';

const columns = {
  way: { type: 'f32', default: 1, description: '1 to the food, -1 to the nest.' },
  branch: { type: 'f32', description: 'Long branch above 0.5.' },
} as const;

export const walk = defineLaw({
  name: 'walk',
  description: 'Walks along a path, to and fro.',
  columns,
  aim: 'path',
  force: ({ self, aim }) =>
    aim.heading.mul(self.way).add(aim.offset).withLength(self.maxSpeed).sub(self.velocity).mul(5),
});

export const choose = defineLaw({
  name: 'choose',
  description: 'Leaves a trail, and chooses the way back by the trails at the end.',
  parameters: { k: { unit: '1', default: 20, min: 0.1, max: 1e6, description: 'Faint trail.' } },
  columns,
  next({ self, field, random, parameters: { k } }) {
    const arrived = self.position.x.mul(self.way).greaterThan(19);
    const trails = [-2.5, 2.5].map((y) => field('trail').at(vec3(self.way.mul(18.5), y, 0)));
    const [short, long] = trails.map((trail) => trail.add(k).mul(trail.add(k)));
    const choice = select(random.uniform().lessThan(short.div(short.add(long))), 0, 1);
    const way = select(arrived, -1, 1).mul(self.way);
    return { way, branch: select(arrived, choice, self.branch) };
  },
  deposit: ({ dt }) => ({ trail: dt.mul(2) }),
});

/** source: Goss, Aron, Deneubourg and Pasteels 1989, Naturwissenschaften 76, 579 */
export function ants({ count = 200, k = 20, seed = 1 } = {}) {
  const line = (text: string) => text.split(' ').map((point) => point.split(',').map(Number));
  const ways = ['short', 'long'];
  const walks = (path: string) => ({ type: 'law:walk', path, prediction: 0.5, states: [path] });
  const ant = {
    ...{ name: 'ant', count, maxSpeed: 2 },
    spawn: { type: 'box', min: [-20.5, -0.5], max: [-19.5, 0.5] },
    columns: { branch: { type: 'f32', initial: { min: 0, max: 1 } } },
    states: [
      { name: 'nest', next: [{ type: 'chance', to: 'short', rate: 0.01 }] },
      { name: 'short', next: [{ type: 'above', to: 'long', column: 'branch', value: 0.5 }] },
      { name: 'long', next: [{ type: 'below', to: 'short', column: 'branch', value: 0.5 }] },
    ],
    behaviors: [walks('short'), walks('long'), { type: 'law:choose', k, states: ways }],
  };
  return {
    ...{ name: 'ants', seed, dt: 0.1, dimensions: 2, laws: [walk, choose], species: [ant] },
    description: 'Ants come to take the shorter branch of a bridge, by the trails that they leave.',
    bounds: { type: 'contain', min: [-24, -8], max: [24, 26] },
    fields: [{ name: 'trail', cells: [48, 34] }],
    paths: [
      { name: 'short', points: line('-20,0 -17,-5 17,-5 20,0') },
      { name: 'long', points: line('-20,0 -17,5 -17,23 17,23 17,5 20,0') },
    ],
  };
}
