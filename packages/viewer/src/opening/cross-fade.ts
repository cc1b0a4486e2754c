import { make } from '../controls/elements.ts';
import type { Picture } from '../picture.ts';

/** Longer than the style sheet takes to fade, ms. */
const FADED_MS = 2000;

/** Lays the picture as it is now over the picture; what comes back fades it away. */
export async function freeze(picture: Pick<Picture, 'still' | 'canvas'>): Promise<() => void> {
  const copy = await createImageBitmap(await picture.still());
  const { width, height } = copy;
  const still = make('canvas', { className: 'still', width, height, 'aria-hidden': 'true' });
  still.getContext('bitmaprenderer')?.transferFromImageBitmap(copy);
  picture.canvas.after(still);
  return () => {
    still.classList.add('faded');
    setTimeout(() => still.remove(), FADED_MS);
  };
}
