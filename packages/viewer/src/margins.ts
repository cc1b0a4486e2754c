/** The elements that cover the sides of the picture: none, the panel, or the panel and the text. */
export type Beside = 'nothing' | 'panel' | 'words';

/** For each edge of the picture: how far elements of the page reach into the picture, in CSS pixels. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Widths in CSS pixels. On a page that is at least `WIDE` wide, the panel stands beside the picture. On a narrower
 * page, the panel covers the picture. `PANEL` is the width of the panel.
 */
const WIDE = 760;
const PANEL = 290;
/**
 * Widths in CSS pixels. On a page that is at least `WIDER` wide, a column with the text and the gauge stands beside the
 * picture. The column is `NARROW_WORDS` wide. If the page is at least `WIDEST` wide, the column is `WORDS` wide.
 */
const WIDER = 960;
const NARROW_WORDS = 306;
const WIDEST = 1200;
const WORDS = 366;
/**
 * The maximum width of a page on which the panel starts folded, in CSS pixels. `ABOVE` is the height of the text above
 * the picture. `BELOW` is the height of the bar and the gauge below the picture.
 */
const NARROW = 640;
const ABOVE = 210;
const BELOW = 170;
/**
 * The maximum width of a page on which the bar below the picture has a second row, in CSS pixels. `SECOND_ROW` is the
 * height of that row.
 */
const NARROWEST = 480;
const SECOND_ROW = 32;

/** The size of an element, in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Elements of the page that cover the picture while they are open. */
export interface Covers {
  /** The drawer with the code, which is at the left or the bottom edge of the picture. */
  readonly drawer?: Size | undefined;
  /**
   * The distance from the top of the picture to the top of the agent card, in CSS pixels; 0 while the card is closed.
   * On a narrow page, the card covers everything below its top.
   */
  readonly cardTop?: number | undefined;
}

/** Computes the margins of a picture whose size is given in CSS pixels. */
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
