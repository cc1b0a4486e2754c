/** What covers the sides of the picture: nothing, the panel, or the text as well. */
export type Beside = 'nothing' | 'panel' | 'words';

/** How far page elements cover the picture from each of its edges, in CSS pixels. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * If the page is at least `WIDE` CSS pixels wide, the picture makes room for the panel, which is `PANEL` wide. On a
 * narrower page too little would be left.
 */
const WIDE = 760;
const PANEL = 290;
/**
 * If the page is at least `WIDER` wide, the picture also makes room for the text and the gauge, in a column that is
 * narrower below `WIDEST`.
 */
const WIDER = 960;
const NARROW_WORDS = 306;
const WIDEST = 1200;
const WORDS = 366;
/** Up to `NARROW` the panel starts folded. The text stands above the picture, and the bar and the gauge stand below. */
const NARROW = 640;
const ABOVE = 210;
const BELOW = 170;
/** Up to this width the bar has a second row, `SECOND_ROW` high. */
const NARROWEST = 480;
const SECOND_ROW = 32;

/** The size of an element, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Page elements that cover the picture while they are open. */
export interface Covers {
  /** The code drawer, at the left edge of the picture or at the bottom edge. */
  readonly drawer?: Size | undefined;
  /**
   * The top of the agent card, in CSS pixels from the top of the picture; 0 while the card is closed. On a narrow page
   * the card covers everything below.
   */
  readonly cardTop?: number | undefined;
}

/** The margins of a picture of this size, in CSS pixels. */
export function marginsOf(
  beside: Beside,
  width: number,
  height: number,
  { drawer, cardTop = 0 }: Covers = {},
): Margins {
  if (drawer !== undefined) {
    const { left, bottom, ...rest } = marginsOf('panel', width, height);
    return drawer.height >= height
      ? { ...rest, left: drawer.width, bottom }
      : { ...rest, left, bottom: drawer.height };
  }
  if (cardTop > 0 && width <= NARROW) {
    return { left: 0, right: 0, top: 0, bottom: Math.max(0, height - cardTop) };
  }
  const words = beside === 'words';
  // On a lower page the text and the gauge cover the picture; no margin is left for them.
  const stacked = words && width <= NARROW && height >= 1.5 * (ABOVE + BELOW);
  return {
    left: words && width >= WIDER ? (width >= WIDEST ? WORDS : NARROW_WORDS) : 0,
    right: beside !== 'nothing' && width >= WIDE ? PANEL : 0,
    top: stacked ? ABOVE : 0,
    bottom: stacked ? BELOW + (width <= NARROWEST ? SECOND_ROW : 0) : 0,
  };
}
