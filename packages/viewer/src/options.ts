import type { OfColumn } from '@skein/three/parts';
/** One thing that a visitor may set about the picture or the pace; the run itself is none of it. */
export type Option =
  | {
      readonly kind: 'choice';
      /** What is written in the address, by what the panel calls it. */
      readonly values: Readonly<Record<string, string>>;
      readonly initial: string;
      readonly label: string;
      readonly tip: string;
      readonly folder: Folder;
      readonly about?: Feature;
    }
  | {
      readonly kind: 'switch';
      readonly initial: boolean;
      readonly label: string;
      readonly tip: string;
      readonly folder: Folder;
      readonly about?: Feature;
    }
  | {
      readonly kind: 'range';
      readonly initial: number;
      readonly min: number;
      readonly max: number;
      readonly step: number;
      /** Stands behind the label. */
      readonly unit: string;
      readonly label: string;
      readonly tip: string;
      readonly folder: Folder;
      readonly about?: Feature;
    };

/** What an option may be about; in scenes without it the panel leaves the option out. */
export type Feature = 'trails' | 'particles' | 'bodies' | 'fields';

/** The folders of the panel, in this order. */
export const FOLDERS = ['Run', 'Look', 'Camera', 'Sound'] as const;
export type Folder = (typeof FOLDERS)[number];

/**
 * Every option, by its key in the address. The panel, the address and the reset are made from this
 * table; the renderer reads the values each frame.
 */
export const OPTIONS = {
  speed: {
    kind: 'range',
    initial: 1,
    min: 0.1,
    max: 4,
    step: 0.1,
    unit: 'x',
    label: 'Speed',
    tip: 'Simulated time per time of the clock. The steps stay as long as they are, so the run is the same.',
    folder: 'Run',
  },
  trails: {
    kind: 'choice',
    values: { 'of particles': 'sprites', ribbons: 'ribbons' },
    initial: 'sprites',
    label: 'Trails',
    tip: 'What beams leave behind: particles that drift and fade, or smooth ribbons.',
    folder: 'Look',
    about: 'trails',
  },
  particles: {
    kind: 'choice',
    values: { 'on the threads': 'threads', 'on the graphics card': 'card' },
    // New ones alone are uploaded, 33 bytes once, in place of 17 for each that is seen in every frame.
    initial: 'card',
    label: 'Particles',
    tip: 'Where the flight of each particle is worked out, in every frame. The picture is the same. WebGPU always does it on the graphics card.',
    folder: 'Look',
    about: 'particles',
  },
  bloom: {
    kind: 'choice',
    values: { automatic: 'auto', on: 'on', off: 'off' },
    initial: 'auto',
    label: 'Glow',
    tip: 'Bright things light up what is around them. By itself it stays off where it would slow the picture down, and with more than 20,000 agents, whose light would add up to white.',
    folder: 'Look',
  },
  graphics: {
    kind: 'choice',
    values: { automatic: 'auto', 'WebGL 2': 'webgl', WebGPU: 'webgpu' },
    initial: 'auto',
    label: 'Graphics',
    tip: 'What draws the picture, which is the same. By itself WebGL 2 does, and WebGPU where a graphics card has it and there are 200,000 agents or more.',
    folder: 'Look',
  },
  mesh: {
    kind: 'choice',
    values: { 'by species': 'species', darts: 'dart', points: 'point' },
    initial: 'species',
    label: 'Bodies',
    tip: 'Birds, fish, walkers and so on by species (points beyond 5,000 of one), paper darts, or points of light.',
    folder: 'Look',
    about: 'bodies',
  },
  color: {
    kind: 'choice',
    values: {
      'what suits the scene': 'auto',
      species: 'species',
      heading: 'heading',
      speed: 'speed',
      'worker thread': 'worker',
      neighbors: 'neighbors',
      'grid cell': 'cell',
    },
    initial: 'auto',
    label: 'Color by',
    tip: 'What the color of an agent tells: its species, which way it flies, how fast it is, which thread steps it, how many neighbors it has, which cell of the grid it is in, or what it has in a column of the scene. Particles and ribbons show species or speed.',
    folder: 'Look',
  },
  field: {
    kind: 'switch',
    initial: true,
    label: 'Fields',
    tip: 'On maps: an arrow in each open cell, the way that leads to the goal at the least cost. Of scalar fields: their values as colors.',
    folder: 'Look',
    about: 'fields',
  },
  sound: {
    kind: 'switch',
    initial: false,
    label: 'Sound',
    tip: 'A soft tone for each shot and each hit. No link carries it.',
    folder: 'Sound',
  },
  volume: {
    kind: 'range',
    initial: 0.5,
    min: 0,
    max: 1,
    step: 0.05,
    unit: '0 to 1',
    label: 'Volume',
    tip: 'How loud it is.',
    folder: 'Sound',
  },
} as const satisfies Record<string, Option>;

export type OptionKey = keyof typeof OPTIONS;

type ValueOf<O> = O extends { kind: 'choice'; values: infer V }
  ? V[keyof V]
  : O extends { kind: 'switch' }
    ? boolean
    : number;

/** Those that no link carries: each visitor chooses sound. */
export const OWN_OPTIONS: readonly OptionKey[] = ['sound', 'volume'];

/** The value of every option. The table cannot list the columns that scenarios declare. */
export type Options = {
  [Key in OptionKey]: ValueOf<(typeof OPTIONS)[Key]> | (Key extends 'color' ? OfColumn : never);
};

export const OPTION_KEYS = Object.keys(OPTIONS) as OptionKey[];

const COLUMN = 'column:';

/** What holds until somebody changes it. */
export function initialOptions(): Options {
  return Object.fromEntries(OPTION_KEYS.map((key) => [key, OPTIONS[key].initial])) as Options;
}

/** The option as any of its kinds. */
export function optionOf(key: OptionKey): Option {
  return OPTIONS[key];
}

/** How the address writes a value. */
export function optionText(value: Options[OptionKey]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/** The value that a text of the address stands for, or what was expected there. */
export function readOption(
  key: OptionKey,
  text: string,
): { value: Options[OptionKey] } | { expected: string } {
  const option = optionOf(key);
  if (option.kind === 'switch') {
    if (text === 'on' || text === 'off') return { value: (text === 'on') as never };
    return { expected: 'on or off' };
  }
  if (option.kind === 'choice') {
    const values = Object.values(option.values);
    const isColumn = key === 'color' && text.length > COLUMN.length && text.startsWith(COLUMN);
    if (isColumn || values.includes(text)) return { value: text as never };
    const columns = key === 'color' ? `, or ${COLUMN} and a column of the scene` : '';
    return { expected: `one of ${values.join(', ')}${columns}` };
  }
  const value = Number(text);
  if (text.trim() !== '' && value >= option.min && value <= option.max) return { value };
  return { expected: `a number from ${option.min} to ${option.max}` };
}
