import { defineLaw, select, vec3 } from '@skein/core/laws';

const walk = defineLaw({
  name: 'walk',
  description: 'Along a path, at its speed.',
  aim: 'path',
  force: ({ self, aim }) =>
    aim.heading.add(aim.offset).withLength(self.maxSpeed).sub(self.velocity).mul(5),
});

const choose = defineLaw({
  name: 'choose',
  description: 'Chooses a branch by the trails at the near end of the bridge.',
  parameters: {
    k: { unit: '1', default: 20, min: 0.1, max: 1e6, description: 'A trail that is hardly seen.' },
  },
  columns: { branch: { type: 'f32', description: '0 is the short branch, 1 the long one.' } },
  next({ self, field, random, parameters: { k } }) {
    const end = select(self.position.x.lessThan(0), -18.5, 18.5);
    const seen = (y: number) =>
      field('trail')
        .at(vec3(end, y, 0))
        .add(k);
    const [short, long] = [seen(-2.5), seen(2.5)].map((one) => one.mul(one));
    return { branch: select(random.uniform().lessThan(short.div(short.add(long))), 0, 1) };
  },
});

const line = (text: string) => text.split(' ').map((point) => point.split(',').map(Number));

/**
 * Ants that go between nest and food over a bridge with a short and a long branch, and leave a trail.
 *
 * source: Goss, Aron, Deneubourg and Pasteels 1989, Naturwissenschaften 76, 579
 */
export function ants({ count = 200, k = 20, seed = 1 } = {}) {
  const short = line('-20,0 -17,-5 17,-5 20,0');
  const long = line('-20,0 -17,5 -17,23 17,23 17,5 20,0');
  const trips = Object.entries({ short, long }).flatMap(([way, points]) => [
    { name: `${way}-there`, points, to: 'feed', target: 'food' },
    { name: `${way}-back`, points: [...points].reverse(), to: 'leave', target: 'nest' },
  ]);
  const branch = (to: string) => [
    { type: 'below', to: `short-${to}`, column: 'branch', value: 0.5 },
    { type: 'above', to: `long-${to}`, column: 'branch', value: 0.5 },
  ];
  return {
    ...{ name: 'ants', seed, dt: 0.1, dimensions: 2 },
    description: 'Ants come to take the shorter branch of a bridge, by the trails that they leave.',
    bounds: { type: 'contain', min: [-24, -8], max: [24, 26] },
    fields: [{ name: 'trail', cells: [48, 34] }],
    targets: [
      { name: 'nest', position: [-20, 0, 0] },
      { name: 'food', position: [20, 0, 0] },
    ],
    paths: trips.map(({ name, points }) => ({ name, points })),
    laws: [walk, choose],
    species: [
      {
        ...{ name: 'ant', count, maxSpeed: 2 },
        spawn: { type: 'box', min: [-20.5, -0.5], max: [-19.5, 0.5] },
        states: [
          { name: 'nest', next: [{ type: 'chance', to: 'leave', rate: 0.01 }] },
          { name: 'leave', next: branch('there') },
          { name: 'feed', next: branch('back') },
          ...trips.map(({ name, to, target }) => {
            return { name, next: [{ type: 'near', to, target, distance: 1 }] };
          }),
        ],
        reports: trips.map(({ name }) => ({ type: 'entered', state: name })),
        behaviors: [
          ...trips.map(({ name }) => ({
            type: 'law:walk',
            path: name,
            prediction: 0.5,
            states: [name],
          })),
          { type: 'law:choose', k },
          { type: 'deposit', field: 'trail', rate: 2, states: trips.map(({ name }) => name) },
        ],
      },
    ],
  };
}
