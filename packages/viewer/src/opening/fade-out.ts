/** The time after which a faded element is removed, in ms. It is longer than the fade in the style sheet. */
const FADED_MS = 2000;

/** Lets an element that covers the picture fade, and removes it. */
export function fadeOut(element: HTMLElement): void {
  element.classList.add('faded');
  setTimeout(() => element.remove(), FADED_MS);
}
