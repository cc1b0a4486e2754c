import { type Behavior, behaviorLabel, isLawType } from '@skein/core/describe';

/** What a behavior makes agents do, in words for a visitor; one of a law has the name of that. */
export function behaviorWords(type: Behavior['type']): string {
  return isLawType(type) ? wordsOf(type.slice(type.indexOf(':') + 1)) : behaviorLabel(type);
}

/** Parameters whose name, as words, would not say enough. */
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

/** "Braking distance (m)"; numbers without a unit go without brackets. */
export function parameterWords(parameter: string, unit: string): string {
  const words = PARAMETER_WORDS[parameter] ?? wordsOf(parameter);
  return unit === '1' ? words : `${words} (${unit})`;
}

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}
