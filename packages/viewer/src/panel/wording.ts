import { type Behavior, behaviorLabel, isLawType } from '@skein/core/describe';

/** The name of a behavior as the visitor sees it. If the behavior is a law, this is the name of the law. */
export function behaviorWords(type: Behavior['type']): string {
  return isLawType(type) ? wordsOf(type.slice(type.indexOf(':') + 1)) : behaviorLabel(type);
}

/** The names that the page shows for parameters whose own names would not tell visitors enough. */
const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  weight: 'Strength',
  radius: 'Sees up to',
  cosine: 'View (cosine)',
  maxSpeed: 'Top speed',
  minSpeed: 'Least speed',
  maxForce: 'Most force',
  damping: 'Drag',
  forceFactor: 'Force factor',
  near: 'Near up to',
  factor: 'Near ones count',
  from: 'Acts from',
  to: 'Acts up to',
  sight: 'Sees up to',
  timeHorizonObstacles: 'Horizon, walls',
};

/**
 * The name of a parameter as the visitor sees it, with its unit, such as "Braking distance (m)". The parentheses are
 * left out for a number without a unit.
 */
export function parameterWords(parameter: string, unit: string): string {
  const words = PARAMETER_WORDS[parameter] ?? wordsOf(parameter);
  return unit === '1' ? words : `${words} (${unit})`;
}

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}
