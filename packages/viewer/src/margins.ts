/** What has to stay clear of the middle of the picture: nothing, the panel, or the words as well. */
export type Beside = 'nothing' | 'panel' | 'words';

/** How much of the picture lies under something else, from each of its edges, CSS pixels. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** From this width of the page on, CSS pixels, the panel lies beside the picture, this wide; else too little is left. */
const WIDE = 760;
const PANEL = 290;
/** From this width of the page on so do the words and the gauge, in a narrower column at first. */
const WIDER = 960;
const NARROW_WORDS = 306;
const WIDEST = 1200;
const WORDS = 366;
/** Up to this width the panel begins folded; the words stand above the picture, and the bar and the gauge below it. */
const NARROW = 640;
const ABOVE = 210;
const BELOW = 170;
/** Up to this width the bar has a second row. */
const NARROWEST = 480;
const SECOND_ROW = 32;

/** How large something is, CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What lies over the picture while it is open. */
export interface Covers {
  /** At the left edge of the picture, or at its lower one. */
  readonly drawer?: Size | undefined;
  /** From its lower edge up to here, CSS pixels from the upper one, where the page is narrow; 0 while it is closed. */
  readonly cardTop?: number | undefined;
}

/** The margins of a picture of this size, CSS pixels. */
export function marginsOf(
  beside: Beside,
  width: number,
  height: number,
  { drawer, cardTop = 0 }: Covers = {},
): Margins {
  if (drawer === undefined && cardTop > 0 && width <= NARROW) {
    return { left: 0, right: 0, top: 0, bottom: Math.max(0, height - cardTop) };
  }
  if (drawer !== undefined) {
    const { left, bottom, ...rest } = marginsOf('panel', width, height);
    return drawer.height >= height
      ? { ...rest, left: drawer.width, bottom }
      : { ...rest, left, bottom: drawer.height };
  }
  const words = beside === 'words';
  // A picture lower than that is seen through whatever lies over it.
  const stacked = words && width <= NARROW && height >= 1.5 * (ABOVE + BELOW);
  return {
    left: words && width >= WIDER ? (width >= WIDEST ? WORDS : NARROW_WORDS) : 0,
    right: beside !== 'nothing' && width >= WIDE ? PANEL : 0,
    top: stacked ? ABOVE : 0,
    bottom: stacked ? BELOW + (width <= NARROWEST ? SECOND_ROW : 0) : 0,
  };
}
