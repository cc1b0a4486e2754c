import type { ScenarioInput } from '@skein/core';

/** An example of a law that the gallery offers. */
export interface GalleryLaw {
  /** The name of the file in examples/laws. */
  readonly file: string;
  readonly title: string;
  readonly line: string;
  readonly source: string;
  /**
   * A scene that shows the law well. A species of the scene has a behavior whose type is `law:`, followed by the name
   * of the law. The definition of the law is not in the scene.
   */
  readonly scene: ScenarioInput;
}

const sources = import.meta.glob<string>('../../../../examples/laws/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Loose = Record<string, unknown>;

const FLAT = { dimensions: 2, bounds: { type: 'wrap', min: [-48, -30], max: [48, 30] } };
const DEEP = { bounds: { type: 'wrap', min: [-40, -24, -32], max: [40, 24, 32] } };
const OPEN = { bounds: { type: 'open' } };

/** A species that has a law as its behavior. Its agents start anywhere in a box. */
function crowd(name: string, count: number, law: Loose, more: Loose = {}): Loose {
  const flat = 'flat' in more;
  const { flat: _, ...rest } = more;
  const [min, max] = flat
    ? [
        [-46, -28],
        [46, 28],
      ]
    : [
        [-30, -18, -24],
        [30, 18, 24],
      ];
  const spawn = { type: 'box', min, max, velocity: { speed: 2 } };
  return { name, count, maxSpeed: 8, maxForce: 40, radius: 0.3, spawn, behaviors: [law], ...rest };
}

const star = { name: 'star', position: [0, 0, 0], radius: 1 };
const ring = {
  name: 'ring',
  closed: true,
  points: Array.from({ length: 24 }, (_, k) => {
    const angle = (k * Math.PI) / 12;
    return [Math.round(300 * Math.cos(angle)) / 10, Math.round(180 * Math.sin(angle)) / 10];
  }),
};

type Entry = readonly [file: string, title: string, line: string, scene: Loose];

const ENTRIES: readonly Entry[] = [
  [
    'boids',
    'Boids',
    'The three rules of a flock: separation, alignment and cohesion.',
    {
      ...DEEP,
      species: [crowd('bird', 600, { type: 'law:boids' }, { body: 'bird', minSpeed: 3 })],
    },
  ],
  [
    'couzin',
    'Zones',
    'Flees agents that are too near, aligns with those around it, and flies toward those farther away.',
    {
      ...DEEP,
      species: [crowd('fish', 500, { type: 'law:couzin' }, { body: 'fish', minSpeed: 2 })],
    },
  ],
  [
    'vicsek',
    'Vicsek',
    'Takes the mean direction of its neighbors, with noise. Order appears and disappears.',
    {
      ...FLAT,
      species: [
        crowd('arrow', 1200, { type: 'law:vicsek', radius: 2 }, { flat: true, maxForce: 1e6 }),
      ],
    },
  ],
  [
    'orbit',
    'Orbit',
    'Circles its target at a distance.',
    {
      ...OPEN,
      targets: [star],
      species: [crowd('moth', 500, { type: 'law:orbit', target: 'star', distance: 14 })],
    },
  ],
  [
    'vortex',
    'Vortex',
    'Drifts with a vortex around its target, like water around a drain.',
    {
      ...FLAT,
      bounds: { type: 'open' },
      targets: [{ ...star, position: [0, 0] }],
      species: [
        crowd(
          'leaf',
          1500,
          { type: 'law:vortex', target: 'star', circulation: 400, core: 6 },
          { flat: true, maxSpeed: 30 },
        ),
      ],
    },
  ],
  [
    'springs',
    'Springs',
    'Connects each agent to its neighbors by springs: a net that tears and heals.',
    {
      ...FLAT,
      species: [
        crowd('knot', 900, { type: 'law:springs', radius: 4 }, { flat: true, damping: 0.2 }),
      ],
    },
  ],
  [
    'wind',
    'Wind',
    'Drifts with a wind that has gusts and swirls.',
    { ...DEEP, species: [crowd('seed', 1500, { type: 'law:wind', gust: 5 })] },
  ],
  [
    'particle-life',
    'Particle life',
    'Three species that attract and repel each other according to a matrix.',
    {
      ...FLAT,
      species: ['red', 'green', 'blue'].map((name, index) =>
        crowd(
          name,
          400,
          { type: 'law:particleLife' },
          { flat: true, damping: 2, color: ['#ff6a5c', '#62e08a', '#5cb8ff'][index] },
        ),
      ),
    },
  ],
  [
    'social-force',
    'Social force',
    'Walks to its target and keeps away from others, as people do.',
    {
      ...FLAT,
      targets: [
        { name: 'west', position: [-40, 0] },
        { name: 'east', position: [40, 0] },
      ],
      species: [
        crowd(
          'leaving',
          150,
          { type: 'law:socialForce', target: 'west' },
          { flat: true, maxSpeed: 3, body: 'walker' },
        ),
        crowd(
          'coming',
          150,
          { type: 'law:socialForce', target: 'east' },
          { flat: true, maxSpeed: 3, body: 'walker', color: '#ffb454' },
        ),
      ],
    },
  ],
  [
    'lane',
    'Lane',
    'Follows a path on its right side.',
    {
      ...FLAT,
      paths: [ring],
      species: [crowd('car', 200, { type: 'law:lane', path: 'ring' }, { flat: true })],
    },
  ],
  [
    'colony',
    'Colony',
    'Grows, divides, and starves where it is crowded.',
    {
      ...FLAT,
      species: [
        crowd('cell', 60, { type: 'law:colony' }, { flat: true, capacity: 2000, damping: 0.5 }),
      ],
    },
  ],
  [
    'brownian',
    'Brownian motion',
    'Moves at random, like a grain in a liquid.',
    { ...DEEP, species: [crowd('grain', 1000, { type: 'law:brownian', spread: 3 })] },
  ],
];

export const GALLERY: readonly GalleryLaw[] = ENTRIES.map(([file, title, line, scene]) => ({
  file,
  title,
  line,
  source: sources[`../../../../examples/laws/${file}.ts`],
  scene: { name: file, description: line, seed: 1, ...scene } as unknown as ScenarioInput,
}));
