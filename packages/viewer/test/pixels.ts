import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { frames } from './replay.ts';

/** A decoded screenshot: three bytes per pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** A place in the picture, in CSS pixels; the screenshot has one pixel per CSS pixel. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

export type Color = readonly [r: number, g: number, b: number];

/** Text and buttons cover the picture, and a beam may fly there. */
const ONLY_CANVAS = 'body > :not(main) { visibility: hidden !important; }';

/** Takes a screenshot of the canvas after the current frame is on the screen; needs a sharp page. */
export async function takePicture(page: Page): Promise<Picture> {
  await frames(page, 2);
  // Not as an element screenshot, because the page's policy forbids the style that it would inject.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, ONLY_CANVAS);
  const picture = decodePng(await page.screenshot());
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  if (picture.width !== page.viewportSize()?.width) throw new Error('the page is not sharp');
  return picture;
}

/** A picture from the renderer instead of the screen, because WebGPU in software does not reach the screen. */
export async function stillPicture(page: Page): Promise<Picture> {
  const bytes = await page.evaluate(async () => {
    const png = await window.skein!.still();
    return [...new Uint8Array(await png.arrayBuffer())];
  });
  return decodePng(Buffer.from(bytes));
}

/** The picture of a paused run, after the camera and all drawing have come to rest. */
export async function settledPicture(page: Page): Promise<Picture> {
  let before = await takePicture(page);
  for (let n = 0; n < 100; n++) {
    const now = await takePicture(page);
    if (differing(before, now, 2) === 0) return now;
    before = now;
  }
  throw new Error('the picture does not come to rest');
}

/** The number of pixels with a color channel that differs by more than `by`. */
export function differing(a: Picture, b: Picture, by: number): number {
  let count = 0;
  for (let i = 0; i < a.rgb.length; i += 3) {
    const red = Math.abs(a.rgb[i] - b.rgb[i]);
    const green = Math.abs(a.rgb[i + 1] - b.rgb[i + 1]);
    const blue = Math.abs(a.rgb[i + 2] - b.rgb[i + 2]);
    if (Math.max(red, green, blue) > by) count += 1;
  }
  return count;
}

/** The number of pixels in a square around a place that `wanted` accepts. */
export function countNear(
  picture: Picture,
  { left, top }: Place,
  reach: number,
  wanted: (color: Color) => boolean,
): number {
  let count = 0;
  for (let y = Math.round(top) - reach; y <= Math.round(top) + reach; y++) {
    for (let x = Math.round(left) - reach; x <= Math.round(left) + reach; x++) {
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
      if (wanted(colorAt(picture, x, y))) count += 1;
    }
  }
  return count;
}

export function colorAt({ width, rgb }: Picture, x: number, y: number): Color {
  const at = (y * width + x) * 3;
  return [rgb[at], rgb[at + 1], rgb[at + 2]];
}

/** The color of beams, (64, 224, 255), mixed with black or with light on top. */
export const isBeam = ([r, g, b]: Color): boolean => g > 70 && b > 80 && b >= g && r < 0.8 * g;

/** The color of the target, lit or in the shade. */
export const isTarget = ([r, g, b]: Color): boolean => r > 50 && r > 1.3 * g && g >= b;

/**
 * Reads an 8-bit RGB or RGBA PNG, the format of browser screenshots; alpha is dropped. source:
 * https://www.w3.org/TR/png-3/
 */
export function decodePng(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type, , , interlaced] = png.subarray(24, 29);
  const channels = { 2: 3, 6: 4 }[type];
  if (depth !== 8 || channels === undefined || interlaced !== 0) {
    throw new Error(`a PNG of depth ${depth}, color type ${type}, interlace ${interlaced}`);
  }
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const rgb = new Uint8Array(width * height * 3);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)];
    const row = Uint8Array.from(data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : row[i - channels];
      const corner = i < channels ? 0 : above[i - channels];
      row[i] += predicted(filter, left, above[i], corner);
    }
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) rgb[(y * width + x) * 3 + c] = row[x * channels + c];
    }
    above = row;
  }
  return { width, height, rgb };
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return 0;
  const guess = left + above - corner;
  const [l, a, c] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (l <= a && l <= c) return left;
  return a <= c ? above : corner;
}
