import { canShare } from '@skein/core/internal';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents } from './drawing.ts';
import { requireWebGL, threadsDraw } from './require-webgl.ts';
import { startDrawingThread, ThreadDrawing } from './thread-drawing.ts';

/**
 * Chooses on which thread to draw. A separate thread draws if memory is shared and the browser lets threads draw on a
 * canvas. Otherwise, or with `draw=page` in the address, the page's own thread draws.
 *
 * @throws GraphicsError when WebGL 2 is missing
 */
export async function openDrawing(
  query: string,
): Promise<(view: View, events: DrawingEvents) => Drawing> {
  const onPage = new URLSearchParams(query).get('draw') === 'page';
  if (!onPage && canShare() && threadsDraw()) {
    const worker = startDrawingThread();
    return (view, events) => new ThreadDrawing(worker, view, events);
  }
  requireWebGL();
  const { PageDrawing } = await import('./page-drawing.ts');
  return (view, events) => new PageDrawing(view, events);
}
