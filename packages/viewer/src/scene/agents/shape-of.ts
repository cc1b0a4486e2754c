import type { Scenario, Species } from '@skein/core';
import type { ShapeName } from '@skein/three/parts';

/** What a species looks like, by its name. */
const BY_NAME: Readonly<Record<string, ShapeName>> = {
  boid: 'bird',
  bird: 'bird',
  lead: 'bird',
  goose: 'bird',
  duck: 'bird',
  fish: 'fish',
  shark: 'shark',
  bee: 'bee',
  enemy: 'kite',
  ship: 'kite',
  bullet: 'ball',
  kite: 'kite',
  missile: 'missile',
  dart: 'missile',
  sheep: 'sheep',
  rex: 'dog',
  luna: 'dog',
  dog: 'dog',
};

/** Behaviors of those who walk on the ground: their bodies keep apart, so they show their radius. */
const WALKING = ['orca', 'context', 'flowField', 'navigate'];

/**
 * The shape of a species: by its name, else by what it does, else a dart. Undefined for beams, which
 * are light and have no body.
 */
export function shapeOf(species: Species, scenario: Scenario): ShapeName | undefined {
  const named = BY_NAME[species.name];
  if (named !== undefined) return named;
  if (scenario.launchers.some((launcher) => launcher.species === species.name)) return undefined;
  const walks = ({ behaviors }: Species) => behaviors.some(({ type }) => WALKING.includes(type));
  const flat = scenario.dimensions === 2;
  if (walks(species)) return flat ? 'walker' : 'ball';
  // In a crowd everybody is a walker.
  if (
    flat &&
    (scenario.map !== undefined || scenario.mesh !== undefined) &&
    scenario.species.some(walks)
  )
    return 'walker';
  return 'dart';
}
