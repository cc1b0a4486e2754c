import { FIELD } from './elements.ts';

/** A key of the page, and what it does. */
export interface Key {
  /** As `KeyboardEvent.key` names it; letters in lower case. */
  readonly key: string;
  /** What is printed on it, where that differs from its name in capitals. */
  readonly shown?: string;
  /** For the list of keys. */
  readonly does: string;
  readonly press: () => void;
  /** Pressed together with Ctrl, or with Cmd. */
  readonly ctrl?: true;
  /** With Ctrl: pressed together with Shift, too. */
  readonly shift?: true;
  /** Held down, it continues doing it. */
  readonly repeats?: boolean;
}

/** On these, Space and the arrows mean what they always mean there. */
const CONTROL = 'button, input, select, textarea, a[href], summary, [tabindex]';

/** Does what a key of the table says, wherever on the page it is pressed, except within fields. */
export function listenToKeys(keys: readonly Key[]): void {
  window.addEventListener('keydown', (event) => {
    // A flying camera has taken it.
    if (event.defaultPrevented) return;
    // Where AltGr types a character, browsers may report Ctrl and Alt with it.
    const typed = event.getModifierState('AltGraph');
    if (event.altKey && !typed) return;
    const ctrl = (event.ctrlKey || event.metaKey) && !typed;
    if (document.querySelector('dialog[open]') !== null) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = keys.find(
      (one) =>
        one.key === pressed &&
        (one.ctrl ?? false) === ctrl &&
        (!ctrl || (one.shift ?? false) === event.shiftKey),
    );
    if (found === undefined || (event.repeat && !found.repeats)) return;
    const on = event.target instanceof Element ? event.target : undefined;
    if (on?.closest(FIELD) || (pressed === ' ' && on?.closest(CONTROL))) return;
    event.preventDefault();
    found.press();
  });
}

/** The name of a key, as it is printed. */
export function nameOf({ key, shown }: Key): string {
  return shown ?? key.toUpperCase();
}
