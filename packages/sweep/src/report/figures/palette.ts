/**
 * The maximum number of series in a figure. More colors could not be distinguished, and more lines would hide each
 * other.
 */
export const MAX_SERIES = 6;

/** Maps of colors, each as colors at equal distances. source: Matplotlib and ColorBrewer */
const VIRIDIS = '440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725';
const PLASMA = '0d0887 4c02a1 7e03a8 aa2395 cc4778 e66c5c f89540 fdc527 f0f921';
const PURPLE_TO_ORANGE =
  '2d004b 542788 8073ac b2abd2 d8daeb f7f7f7 fee0b6 fdb863 e08214 b35806 7f3b08';

/** The colors that differ between light and dark pages, by name, with both values. */
export const THEME: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  '--ink': ['#1c1e22', '#e6e7ea'],
  '--muted': ['#5a5f68', '#a3a8b1'],
  '--paper': ['#ffffff', '#16181c'],
  // Six colors for kinds, which people with any kind of color vision can distinguish. They were found by a search that
  // maximizes the smallest difference between any two of them, for three kinds of color vision.
  '--kind-1': ['#2f78d8', '#4a9fe8'],
  '--kind-2': ['#d57700', '#e8683c'],
  '--kind-3': ['#5a9a6c', '#7ce6a6'],
  '--kind-4': ['#662081', '#f6bcee'],
  '--kind-5': ['#534000', '#e9dd45'],
  '--kind-6': ['#4b5358', '#8d9196'],
  ...orderedColors(),
};

/**
 * Returns the colors for ordered series, from dark to light. They are a part of the color map plasma, chosen so that no
 * color blends into the page.
 */
function orderedColors(): Record<string, readonly [string, string]> {
  const colors: Record<string, readonly [string, string]> = {};
  for (let size = 2; size <= MAX_SERIES; size++) {
    for (let index = 0; index < size; index++) {
      const share = index / (size - 1);
      // Plasma changes slowly at its dark end, so the first steps are larger.
      const light = colorAt(PLASMA, 0.02 + 0.61 * share ** 0.75);
      colors[`--step-${size}-${index + 1}`] = [light, colorAt(PLASMA, 0.42 + 0.56 * share)];
    }
  }
  return colors;
}

/** Returns the color of one of `size` series. */
export function seriesColor(index: number, size: number, isOrdered: boolean): string {
  if (size === 1) return 'var(--kind-1)';
  return isOrdered ? `var(--step-${size}-${index + 1})` : `var(--kind-${index + 1})`;
}

/** A scale that maps numbers in a heat map to colors. */
export interface ColorScale {
  readonly domain: readonly [number, number];
  colorOf(value: number): string;
}

/**
 * Returns a color scale for values from `min` to `max`. If values lie well on both sides of 0, the scale goes from
 * purple through white at 0 to orange. Otherwise, the scale is viridis, which is readable with color blindness and in
 * grayscale. A single value gets the color of the middle.
 */
export function colorScale(min: number, max: number): ColorScale {
  const end = Math.max(-min, max);
  // A few values just across 0 would waste half of the colors.
  const isDiverging = Math.min(-min, max) > end * 0.1;
  const [from, to] = isDiverging ? [-end, end] : [min, max];
  const stops = isDiverging ? PURPLE_TO_ORANGE : VIRIDIS;
  const shareOf = (value: number): number => (from === to ? 0.5 : (value - from) / (to - from));
  return { domain: [from, to], colorOf: (value) => colorAt(stops, shareOf(value)) };
}

/** Returns the color at a share of a map of colors, from 0 to 1. */
function colorAt(map: string, share: number): string {
  const stops = map.split(' ').map((stop) => channelsOf(`#${stop}`));
  const below = Math.min(stops.length - 2, Math.floor(share * (stops.length - 1)));
  const rest = share * (stops.length - 1) - below;
  const channels = stops[below].map((from, at) => from + (stops[below + 1][at] - from) * rest);
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is easier to read on a color. */
export function inkOn(color: string): string {
  return luminanceOf(color) > 0.18 ? '#000' : '#fff';
}

/** Returns the relative luminance of a color as WCAG 2.2 defines it: 0 for black, 1 for white. */
export function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
