import { canShare } from '@skein/core/supervise';
import type { View } from '../view.ts';
import type { Drawing, DrawingEvents } from './drawing.ts';
import { requireWebGL, threadsDraw } from './require-webgl.ts';
import { startDrawingThread, ThreadDrawing } from './thread-drawing.ts';

/**
 * What draws the page: a thread where memory is shared and a canvas may be drawn on from there, else the page's own.
 * With `draw=page` in the address it is the latter.
 *
 * @throws GraphicsError where WebGL 2 is missing
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
