import type { OfColumn } from '@skein/three/parts';
/** A setting of the picture or of the speed. It never changes the states of the run. */
export type Option =
  | {
      readonly kind: 'choice';
      /** The choices: for each label in the panel, the value that represents the choice in the page's address. */
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
      /** The unit or the range of the value, shown after the label. */
      readonly unit: string;
      readonly label: string;
      readonly tip: string;
      readonly folder: Folder;
      readonly about?: Feature;
    };

/** The part of a scene that an option affects. The panel hides the option in scenes without this part. */
export type Feature = 'trails' | 'particles' | 'bodies' | 'fields' | 'maps' | 'floors';

/** The folders of the panel, in this order. */
export const FOLDERS = ['Run', 'Look', 'Camera', 'Sound'] as const;
export type Folder = (typeof FOLDERS)[number];

/**
 * Every option, by its key in the address. The panel, the address and the reset are built from this table. The renderer
 * reads the values in each frame.
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
    tip: 'Simulated seconds per second of real time. The time step does not change, so the run stays the same.',
    folder: 'Run',
  },
  trails: {
    kind: 'choice',
    values: { 'of particles': 'sprites', ribbons: 'ribbons' },
    initial: 'sprites',
    label: 'Trails',
    tip: 'What beams leave behind them: particles that drift and fade, or smooth ribbons.',
    folder: 'Look',
    about: 'trails',
  },
  particles: {
    kind: 'choice',
    values: { 'on the threads': 'threads', 'on the graphics card': 'card' },
    // With `card`, only new particles are uploaded, 33 bytes each, once. With `threads`, each visible particle takes 17
    // bytes in every frame.
    initial: 'card',
    label: 'Particles',
    tip: 'Where the position of each particle is computed in every frame. The picture is the same either way. WebGPU always uses the graphics card. At most 100,000 are kept, on small machines 20,000; "capacity" in the address sets another number.',
    folder: 'Look',
    about: 'particles',
  },
  bloom: {
    kind: 'choice',
    values: { automatic: 'auto', on: 'on', off: 'off' },
    initial: 'auto',
    label: 'Glow',
    tip: 'Lets bright objects glow. On automatic, the glow is off in two cases: where it would slow the picture down, and with more than 20,000 agents, whose light would add up to white.',
    folder: 'Look',
  },
  graphics: {
    kind: 'choice',
    values: { automatic: 'auto', 'WebGL 2': 'webgl', WebGPU: 'webgpu' },
    initial: 'auto',
    label: 'Graphics',
    tip: 'Which graphics interface draws. Both draw the same picture. On automatic, WebGPU draws scenes of 200,000 agents or more if the graphics card supports it, and WebGL 2 draws the others.',
    folder: 'Look',
  },
  mesh: {
    kind: 'choice',
    values: { 'by species': 'species', darts: 'dart', points: 'point' },
    initial: 'species',
    label: 'Bodies',
    tip: 'How agents look. With "by species", they are birds, fish, walkers and so on, or points if their species has more than 5,000 agents. With "darts", they are paper darts. With "points", they are points of light.',
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
      state: 'state',
    },
    initial: 'auto',
    label: 'Color by',
    tip: 'What the color of an agent shows: its species, its heading, its speed, the thread that steps it, its number of neighbors, its cell of the grid, its state, or its value in a column of the scene. Particles show only species, speed or thread, and ribbons only species or speed.',
    folder: 'Look',
  },
  field: {
    kind: 'switch',
    initial: true,
    label: 'Fields',
    tip: 'On maps: an arrow in each open cell, in the direction of the cheapest path to the goal. For scalar fields: their values as colors.',
    folder: 'Look',
    about: 'fields',
  },
  floors: {
    kind: 'range',
    initial: 100,
    min: 5,
    max: 100,
    step: 1,
    unit: '% of the height',
    label: 'Floors up to',
    tip: 'Hides the floors above this height and all agents there, so that those below are in sight. It works while the camera is above that height.',
    folder: 'Look',
    about: 'floors',
  },
  maps: {
    kind: 'switch',
    initial: false,
    label: 'Weight maps (M)',
    tip: 'How agents choose a direction. A green ray shows how much the agent wants this direction, and a red ray how dangerous it is. Of more than 100 agents, only the first 100 have rays.',
    folder: 'Look',
    about: 'maps',
  },
  sound: {
    kind: 'switch',
    initial: false,
    label: 'Sound',
    tip: 'Plays a soft tone for each shot and each hit. Links do not include this setting.',
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
    tip: 'The volume of the tones.',
    folder: 'Sound',
  },
} as const satisfies Record<string, Option>;

export type OptionKey = keyof typeof OPTIONS;

type ValueOf<O> = O extends { kind: 'choice'; values: infer V }
  ? V[keyof V]
  : O extends { kind: 'switch' }
    ? boolean
    : number;

/** The options that are never part of a link, because each visitor decides about sound. */
export const OWN_OPTIONS: readonly OptionKey[] = ['sound', 'volume'];

/** The value of every option. `color` can also name a column of the scenario, which `OPTIONS` cannot list. */
export type Options = {
  [Key in OptionKey]: ValueOf<(typeof OPTIONS)[Key]> | (Key extends 'color' ? OfColumn : never);
};

export const OPTION_KEYS = Object.keys(OPTIONS) as OptionKey[];

const COLUMN = 'column:';

/** Returns the default value of every option. */
export function initialOptions(): Options {
  return Object.fromEntries(OPTION_KEYS.map((key) => [key, OPTIONS[key].initial])) as Options;
}

/** The entry of an option in the table. Its type is the union of the three kinds of entry. */
export function optionOf(key: OptionKey): Option {
  return OPTIONS[key];
}

/** The text that stands for a value in the address. */
export function optionText(value: Options[OptionKey]): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

/**
 * Reads the value of an option from its text in the address. If the text is not valid, returns a description of the
 * valid texts.
 */
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
    const columns =
      key === 'color' ? `, or ${COLUMN}NAME, where NAME is a column of the scene` : '';
    return { expected: `one of ${values.join(', ')}${columns}` };
  }
  const value = Number(text);
  if (text.trim() !== '' && value >= option.min && value <= option.max) return { value };
  return { expected: `a number from ${option.min} to ${option.max}` };
}
