import { Color } from 'three';

/**
 * The colors of a species' behaviors, in the order of its list of behaviors. If there are more behaviors than colors,
 * the colors repeat.
 */
const OF_BEHAVIORS = [
  ...['#ffb454', '#6cc8ff', '#9be88f', '#e79bff', '#ff7a90', '#ffe66d', '#5fe3d0', '#b8a1ff'],
];

/**
 * The colors of the marks around the selected agent, except for the marks of behaviors. The card uses the same colors.
 */
export const COLORS = {
  ring: '#ffffff',
  total: '#ffffff',
  neighbor: '#8fb6d8',
  interest: '#4ade80',
  danger: '#ff5a5a',
  allowed: '#d58cff',
  firm: '#ff9c4a',
  preferred: '#ffe66d',
  way: '#4d7cff',
} as const;

export type Hue = keyof typeof COLORS;

export function behaviorColor(index: number): string {
  return OF_BEHAVIORS[index % OF_BEHAVIORS.length];
}

/** The colors of `COLORS` as three.js objects. */
export const INKS = Object.fromEntries(
  Object.entries(COLORS).map(([name, color]) => [name, new Color(color)]),
) as Record<Hue, Color>;

const inksOfBehaviors = OF_BEHAVIORS.map((color) => new Color(color));

export function behaviorInk(index: number): Color {
  return inksOfBehaviors[index % inksOfBehaviors.length];
}
