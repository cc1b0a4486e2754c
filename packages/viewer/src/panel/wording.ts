import { type Behavior, type BehaviorType, isLawType } from '@skein/core';

/** What a behavior of the engine's own makes agents do. */
const BEHAVIOR_WORDS: Readonly<Record<BehaviorType, string>> = {
  cohesion: 'Keep together',
  alignment: 'Fly alike',
  separation: 'Keep apart',
  avoidance: 'Around obstacles',
  containment: 'Back from walls',
  collisionAvoidance: 'Out of the way',
  anticipation: 'Foresee contacts',
  seek: 'Go there',
  flee: 'Go away',
  arrive: 'Arrive',
  pursue: 'Pursue',
  evade: 'Evade',
  interpose: 'Get between',
  wander: 'Wander',
  cruise: 'Keep a speed',
  tether: 'Stay in range',
  formation: 'In formation',
  leaderFollow: 'Behind the leader',
  queue: 'Queue',
  followPath: 'Follow the path',
  stayOnPath: 'Stay on the path',
  homing: 'Home in',
  turn: 'Turn to it',
  yawPitch: 'Yaw and pitch',
  lead: 'Lead',
  navigation: 'Navigation',
  intercept: 'Hit in time',
  rendezvous: 'Be there in time',
  ballistic: 'Ballistic',
  gravity: 'Gravity',
  strafe: 'Circle it',
  context: 'Choose a way',
  dodge: 'Dodge',
  goal: 'To its goal',
  orca: 'Touch nobody',
  flowField: 'Follow the field',
  navigate: 'Find a way',
};

/** What a behavior makes agents do, in words for a visitor; one of a law has the name of that. */
export function behaviorWords(type: Behavior['type']): string {
  return isLawType(type) ? wordsOf(type.slice(type.indexOf(':') + 1)) : BEHAVIOR_WORDS[type];
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
