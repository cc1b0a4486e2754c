import type { Scenario } from '@skein/core';
import { cssColor, kindColor, type Rgb } from './color-scale.ts';

/** What one color means: a name, and the color in CSS. */
export interface Kind {
  readonly name: string;
  readonly color: string;
}

/** The color of agents that have neither a named value nor a species with a color. */
const OTHER = '#9aa7b3';

/**
 * The colors of single values, such as states. They come from `display.color.values` of the scenario. If the scenario
 * names no colors for its states, each state gets a color.
 */
export class ValueColors {
  /** All named values, without those that repeat both name and color. */
  readonly #kinds: readonly Kind[];
  /** For each species, the color of each value. */
  readonly #colors: readonly ReadonlyMap<number, Rgb>[];
  readonly #species: readonly { readonly name: string; readonly rgb: Rgb; readonly css: string }[];
  /** The species some of whose agents had no named value when agents were last painted. */
  #others: readonly number[] = [];
  #shown: readonly Kind[];

  /** Returns the colors of single values if colors by `by` have them, otherwise undefined. */
  static of(scenario: Scenario, by: string): ValueColors | undefined {
    const color = scenario.display?.color;
    if (color?.by === by && color.values !== undefined) {
      const values = color.values.map((value) => ({ ...value, rgb: rgbOf(value.color) }));
      return new ValueColors(scenario, values);
    }
    return by === 'state' ? new ValueColors(scenario, statesOf(scenario)) : undefined;
  }

  private constructor({ species }: Scenario, values: readonly Named[]) {
    this.#species = species.map(({ name, color = OTHER }) => {
      const rgb = rgbOf(color);
      return { name, rgb, css: cssColor(rgb) };
    });
    this.#colors = species.map(({ name, states = [] }) => {
      // Values for one species come last, and replace those for all species.
      const own = values.filter((one) => one.species === undefined || one.species === name);
      own.sort((a, b) => Number(a.species !== undefined) - Number(b.species !== undefined));
      return new Map(
        own.flatMap(({ value, rgb }): [number, Rgb][] => {
          if (typeof value === 'number') return [[stored(value), rgb]];
          const place = states.findIndex((state) => state.name === value);
          return place < 0 ? [] : [[place, rgb]];
        }),
      );
    });
    const kinds = values.map(({ name, rgb }) => ({ name, color: cssColor(rgb) }));
    this.#kinds = kinds.filter(
      (kind, k) =>
        kinds.findIndex(({ name, color }) => name === kind.name && color === kind.color) === k,
    );
    this.#shown = this.#kinds;
  }

  /** What the colors mean: the named values, and each species some of whose agents have another value. */
  get kinds(): readonly Kind[] {
    return this.#shown;
  }

  /** Paints the agents [0, living). `set` writes the color of an agent. */
  paint(
    species: Uint8Array,
    values: ArrayLike<number>,
    living: number,
    set: (i: number, color: Rgb) => void,
  ): void {
    const others = new Set<number>();
    for (let i = 0; i < living; i++) {
      const kind = species[i]!;
      const color = this.#colors[kind]!.get(values[i]!);
      if (color === undefined) others.add(kind);
      set(i, color ?? this.#species[kind]!.rgb);
    }
    const found = [...others].sort((a, b) => a - b);
    if (found.join() === this.#others.join()) return;
    this.#others = found;
    const more = found.map((kind) => {
      const { name, css } = this.#species[kind]!;
      return { name, color: css };
    });
    this.#shown = [...this.#kinds, ...more];
  }
}

/** A value with its name and its color. */
interface Named {
  readonly value: number | string;
  /** The species to whose agents the color belongs; undefined for all. */
  readonly species?: string | undefined;
  readonly name: string;
  readonly rgb: Rgb;
}

/** Names and colors for all states of a scenario that gives them none. */
function statesOf({ species }: Scenario): readonly Named[] {
  const stated = species.filter(({ states }) => states !== undefined);
  const all = stated.flatMap(({ name, states = [] }) => {
    return states.map((state) => ({ species: name, value: state.name }));
  });
  return all.map(({ species, value }, k) => {
    const name = stated.length > 1 ? `${species}: ${value}` : value;
    return { species, value, name, rgb: kindColor(k) };
  });
}

/** Returns a number as a column holds it: whole numbers exactly, and other numbers rounded to f32. */
function stored(value: number): number {
  return Number.isInteger(value) ? value : Math.fround(value);
}

function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
