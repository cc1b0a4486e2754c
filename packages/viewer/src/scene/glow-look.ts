/** Of the light that is spread. */
export const STRENGTH = 0.55;
/** How far the light goes: share of the wide blurs, 0 to 1. */
export const RADIUS = 0.3;
/** What is darker than this spreads no light; 0 to 1. */
export const THRESHOLD = 0.36;
