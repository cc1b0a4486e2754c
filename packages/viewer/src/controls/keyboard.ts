import { FIELD } from './elements.ts';

/** A key of the page, and what it does. */
export interface Key {
  /** The name as in `KeyboardEvent.key`. Letters are in lower case. */
  readonly key: string;
  /** The text printed on the key. Default: `key` in capitals. */
  readonly shown?: string;
  /** What the key does, for the list of keys. */
  readonly does: string;
  readonly press: () => void;
  /** Whether Ctrl (or Cmd) must be pressed together with the key. */
  readonly ctrl?: true;
  /** With `ctrl`: whether Shift must be pressed, too. */
  readonly shift?: true;
  /** Whether the key repeats its action while it is held down. */
  readonly repeats?: boolean;
}

/** A CSS selector for the elements on which Space keeps its usual meaning, such as pressing a button. */
const CONTROL = 'button, input, select, textarea, a[href], summary, [tabindex]';

/**
 * Listens to the whole page. When one of `keys` is pressed, runs the action of that key. Keys are ignored in text
 * fields and while a dialog is open.
 */
export function listenToKeys(keys: readonly Key[]): void {
  window.addEventListener('keydown', (event) => {
    // The flying camera has already used the key.
    if (event.defaultPrevented) return;
    // Browsers may report Ctrl and Alt for a character typed with AltGr.
    const typed = event.getModifierState('AltGraph');
    if (event.altKey && !typed) return;
    const ctrl = (event.ctrlKey || event.metaKey) && !typed;
    if (document.querySelector('dialog[open]') !== null) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = keys.find(
      (key) =>
        key.key === pressed &&
        (key.ctrl ?? false) === ctrl &&
        (!ctrl || (key.shift ?? false) === event.shiftKey),
    );
    if (found === undefined || (event.repeat && !found.repeats)) return;
    const on = event.target instanceof Element ? event.target : undefined;
    if (on?.closest(FIELD) || (pressed === ' ' && on?.closest(CONTROL))) return;
    event.preventDefault();
    found.press();
  });
}

/** The name printed on a key. */
export function nameOf({ key, shown }: Key): string {
  return shown ?? key.toUpperCase();
}
