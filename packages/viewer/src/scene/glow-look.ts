/** The brightness of the bloom. */
export const STRENGTH = 0.55;
/** How far the bloom extends around bright parts, 0 to 1. This is the weight of the wide blurs. */
export const RADIUS = 0.3;
/** The minimum brightness of colors that glow, 0 to 1. */
export const THRESHOLD = 0.36;
