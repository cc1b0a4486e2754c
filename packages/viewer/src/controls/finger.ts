import type { PagePlace } from './picture-ray.ts';

/**
 * The distance between a finger and the place where it pulls or scares agents, in CSS pixels: the radius of the ring
 * that marks the place (36), half the width of a fingertip (about 24), and a gap.
 */
export const FINGER_PX = 72;

/** The part of the page that the picture takes, in CSS pixels. */
type Box = Pick<DOMRect, 'left' | 'right' | 'top'>;

/**
 * The place at which a finger acts, so that the finger does not cover it: `FINGER_PX` above the finger. Near the upper
 * edge of the picture, the place moves around the finger to the side on which the picture is wider.
 */
export function besideFinger(
  { clientX, clientY }: PagePlace,
  { left, right, top }: Box,
): PagePlace {
  const up = Math.min(FINGER_PX, Math.max(0, clientY - top));
  const aside = Math.sqrt(FINGER_PX * FINGER_PX - up * up);
  const side = right - clientX >= clientX - left ? 1 : -1;
  return { clientX: clientX + side * aside, clientY: clientY - up };
}
