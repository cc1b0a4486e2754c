import { make } from '../controls/elements.ts';

/** Longer than the style sheet takes to fade, ms. */
const FADED_MS = 2000;

/** Lays the picture as it is now over the picture; what comes back fades it away. */
export function freeze(canvas: HTMLCanvasElement): Promise<() => void> {
  const still = make('canvas', {
    className: 'still',
    width: canvas.width,
    height: canvas.height,
    'aria-hidden': 'true',
  });
  return new Promise((resolve) => {
    // After the page has drawn its frame, and before the browser shows it, it can be read.
    requestAnimationFrame(() => {
      still.getContext('2d')?.drawImage(canvas, 0, 0);
      canvas.after(still);
      resolve(() => {
        still.classList.add('faded');
        setTimeout(() => still.remove(), FADED_MS);
      });
    });
  });
}
