import { make } from '../controls/elements.ts';
import type { Picture } from '../picture.ts';
import { fadeOut } from './fade-out.ts';

/** Covers the picture with a copy of its current content. Returns a function that fades the copy out. */
export async function freeze(picture: Pick<Picture, 'still' | 'canvas'>): Promise<() => void> {
  const copy = await createImageBitmap(await picture.still());
  const { width, height } = copy;
  const still = make('canvas', { className: 'still', width, height, 'aria-hidden': 'true' });
  still.getContext('bitmaprenderer')?.transferFromImageBitmap(copy);
  picture.canvas.after(still);
  return () => fadeOut(still);
}
