import { ignoredText } from '../address.ts';

/** The scenes that the page shows one after the other until the visitor touches it. */
export const ROTATION = [
  'murmuration',
  'beams',
  'fish-and-shark',
  'dogfight',
  'circle-3d',
  'great-murmuration',
] as const;

/** The default time for which each scene is shown, in s. */
export const SHOW_SECONDS = 40;

/** Decides when the next scene is due, and which scene that is. */
export class Rotation {
  readonly #scenes: readonly string[];
  readonly #showMs: number;
  #shownMs = 0;

  constructor(scenes: readonly string[], seconds = SHOW_SECONDS) {
    this.#scenes = scenes;
    this.#showMs = seconds * 1000;
  }

  /**
   * Records that the scene `shown` was on the page for another `ms` milliseconds. Returns undefined until the time of
   * the shown scene is over. Then returns the next scene that `canShow` accepts, in the order of the list; undefined if
   * it accepts none. If the shown scene is not in the list, the search begins with the first scene of the list.
   */
  pass(ms: number, shown: string, canShow: (scene: string) => boolean): string | undefined {
    this.#shownMs += ms;
    if (this.#shownMs < this.#showMs) return undefined;
    this.#shownMs = 0;
    const at = this.#scenes.indexOf(shown);
    const others = [...this.#scenes.slice(at + 1), ...this.#scenes.slice(0, Math.max(0, at))];
    return others.find(canShow);
  }
}

/**
 * Reads from `?rotate` how long each scene is shown, in s; undefined when the query has no such key. If the value is
 * not valid, returns the default time, and `ignored` gets a text about the value.
 */
export function rotationAsked(query: string, ignored: string[]): number | undefined {
  const text = new URLSearchParams(query).get('rotate');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 2 && seconds <= 3600) return seconds;
  if (text !== '') {
    ignored.push(ignoredText('rotate', text, 'a whole number of seconds from 2 to 3600'));
  }
  return SHOW_SECONDS;
}
