import * as Plot from '@observablehq/plot';

/**
 * The maximum number of series in a figure. More colors could not be distinguished, and more lines would hide each
 * other.
 */
export const MAX_SERIES = 6;

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
  const plasma = Plot.scale({ color: { type: 'linear', scheme: 'plasma', domain: [0, 1] } }).apply;
  const colors: Record<string, readonly [string, string]> = {};
  for (let size = 2; size <= MAX_SERIES; size++) {
    for (let index = 0; index < size; index++) {
      const share = index / (size - 1);
      // Plasma changes slowly at its dark end, so the first steps are larger.
      colors[`--step-${size}-${index + 1}`] = [
        plasma(0.02 + 0.61 * share ** 0.75) as string,
        plasma(0.42 + 0.56 * share) as string,
      ];
    }
  }
  return colors;
}

/** Returns the color of one of `size` series. */
export function seriesColor(index: number, size: number, isOrdered: boolean): string {
  if (size === 1) return 'var(--kind-1)';
  return isOrdered ? `var(--step-${size}-${index + 1})` : `var(--kind-${index + 1})`;
}

/** The symbols of data points, one for each series, so that series can be told apart in print without colors. */
export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond2', 'star', 'cross'] as const;

/** A scale that maps numbers in a heat map to colors. */
export interface ColorScale {
  readonly domain: readonly [number, number];
  readonly isDiverging: boolean;
  colorOf(value: number): string;
}

/**
 * Returns a color scale for values from `min` to `max`. If values lie well on both sides of 0, the scale goes from
 * orange through white at 0 to purple. Otherwise, the scale is viridis, which is readable with color blindness and in
 * grayscale.
 */
export function colorScale(min: number, max: number): ColorScale {
  const end = Math.max(-min, max);
  // A few values just across 0 would waste half of the colors.
  const isDiverging = Math.min(-min, max) > end * 0.1;
  const same = min === max;
  const domain: [number, number] = isDiverging ? [-end, end] : [min, same ? min + 1 : max];
  const { apply } = Plot.scale({
    color: isDiverging
      ? { type: 'diverging', scheme: 'PuOr', domain, pivot: 0 }
      : { type: 'linear', scheme: 'viridis', domain },
  });
  // A single value gets the color of the middle.
  const colorOf = (value: number): string => apply(same ? min + 0.5 : value) as string;
  return { domain: isDiverging ? domain : [min, max], isDiverging, colorOf };
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
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  if (hex !== null) return hex.slice(1).map((part) => Number.parseInt(part, 16));
  return (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number);
}
