/** Above two device pixels per CSS pixel the difference is invisible, but every frame would cost more. */
const MOST = 2;

/** The number of device pixels per CSS pixel with which the page draws. */
export function pixelRatio(): number {
  return Math.min(MOST, window.devicePixelRatio);
}
