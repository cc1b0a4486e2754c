/** The strength of the bloom. */
export const STRENGTH = 0.55;
/** How far the bloom reaches: the weight of the wide blurs, 0 to 1. */
export const RADIUS = 0.3;
/** Colors darker than this do not glow, 0 to 1. */
export const THRESHOLD = 0.36;
