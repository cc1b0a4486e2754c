/** The number of rows of a glyph, and of cells in a row. The right half of a row mirrors the left half. */
export const SIDE = 8;
const HALF = SIDE / 2;
/** The brightness of the four kinds of cells, in percent. A cell of the first kind is empty. */
const LIGHTS = [0, 30, 58, 84];

/** A picture of a hash: the kind of each cell, 0 to 3, row by row, and the hues of the kinds, in degrees. */
export interface Glyph {
  readonly cells: readonly number[];
  readonly hues: readonly number[];
}

/**
 * The picture of a 64-bit hash that is given as 16 hexadecimal digits. Each cell of the left half shows two bits of the
 * hash, so that two hashes that differ in any bit have different pictures. The hues depend on the hash as well.
 */
export function glyphOf(hash: string): Glyph {
  const kinds = [...hash].flatMap((digit) => {
    const bits = Number.parseInt(digit, 16);
    return [bits >> 2, bits & 3];
  });
  const cells = Array.from({ length: SIDE * SIDE }, (_, k) => {
    const column = k % SIDE;
    return kinds[Math.floor(k / SIDE) * HALF + Math.min(column, SIDE - 1 - column)];
  });
  const hue = (360 * Number.parseInt(hash.slice(0, 2), 16)) / 256;
  const apart = 50 + (80 * Number.parseInt(hash.slice(2, 4), 16)) / 256;
  return { cells, hues: [0, hue, hue, (hue + apart) % 360] };
}

/** Draws the picture of a hash over a whole canvas. */
export function drawGlyph(canvas: HTMLCanvasElement | OffscreenCanvas, hash: string): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const { cells, hues } = glyphOf(hash);
  const size = Math.floor(Math.min(canvas.width, canvas.height) / SIDE);
  const left = (canvas.width - SIDE * size) >> 1;
  const top = (canvas.height - SIDE * size) >> 1;
  context.clearRect(0, 0, canvas.width, canvas.height);
  // Few changes of the fill style, which take more time than the cells.
  for (let kind = 1; kind < LIGHTS.length; kind++) {
    context.fillStyle = `hsl(${hues[kind]} 75% ${LIGHTS[kind]}%)`;
    cells.forEach((cell, k) => {
      if (cell !== kind) return;
      context.fillRect(left + (k % SIDE) * size, top + Math.floor(k / SIDE) * size, size, size);
    });
  }
}
