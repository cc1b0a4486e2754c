import { canShare } from '@skein/core/internal';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents } from './drawing.ts';
import { requireWebGL, threadsDraw } from './require-webgl.ts';
import { startDrawingThread, ThreadDrawing } from './thread-drawing.ts';

/**
 * Chooses on which thread to draw. A separate thread draws if memory is shared and the browser lets threads draw on a
 * canvas. Otherwise, or with `draw=page` in the address, the page's own thread draws. It also draws a run on the graphics
 * card, because the state of that run is there.
 *
 * @throws GraphicsError when WebGL 2 is missing
 */
export async function openDrawing(
  query: string,
): Promise<(view: View, events: DrawingEvents) => Drawing> {
  const asked = new URLSearchParams(query);
  const onPage = asked.get('draw') === 'page' || asked.get('kernel') === 'gpu';
  if (!onPage && canShare() && threadsDraw()) {
    const worker = startDrawingThread();
    return (view, events) => new ThreadDrawing(worker, view, events);
  }
  requireWebGL();
  const { PageDrawing } = await import('./page-drawing.ts');
  return (view, events) => new PageDrawing(view, events);
}
