/** A rectangle of the page, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** For each edge of the picture: how far its covered part reaches into it, in CSS pixels. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const NO_MARGINS: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

/** If the largest free part is smaller than this fraction of the page in a direction, nothing is kept free. */
const LEAST = 0.22;

/**
 * Finds the rectangle of the page that no box covers and in which a subject is largest. `aspect` is the width of the
 * subject divided by its height. Of equally good rectangles, the one with the largest area is chosen. Returns the
 * margins around that rectangle.
 */
export function freePart(
  width: number,
  height: number,
  covers: readonly Box[],
  aspect: number,
): Margins {
  const boxes = covers.filter(
    (cover) => cover.right > 0 && cover.left < width && cover.bottom > 0 && cover.top < height,
  );
  const lefts = [0, ...boxes.map(({ right }) => right)];
  const rights = [width, ...boxes.map(({ left }) => left)];
  const tops = [0, ...boxes.map(({ bottom }) => bottom)];
  const bottoms = [height, ...boxes.map(({ top }) => top)];
  let best: Box = { left: 0, top: 0, right: width, bottom: height };
  let [bestSize, bestArea] = [0, 0];
  for (const left of lefts) {
    for (const right of rights) {
      if (right - left < LEAST * width) continue;
      for (const top of tops) {
        for (const bottom of bottoms) {
          if (bottom - top < LEAST * height) continue;
          const size = Math.min((right - left) / aspect, bottom - top);
          const area = (right - left) * (bottom - top);
          if (size < bestSize || (size === bestSize && area <= bestArea)) continue;
          const isFree = boxes.every(
            (box) =>
              box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom,
          );
          if (!isFree) continue;
          best = { left, top, right, bottom };
          [bestSize, bestArea] = [size, area];
        }
      }
    }
  }
  return {
    left: best.left,
    right: width - best.right,
    top: best.top,
    bottom: height - best.bottom,
  };
}
