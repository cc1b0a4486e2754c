import type { Scenario, Species } from '@skein/core';
import { isLight, type ShapeName } from '@skein/three/parts';

/** Behaviors of agents that walk on the ground: their bodies keep apart, so they show their radius. */
const WALKING = ['orca', 'context', 'flowField', 'navigate'];

/** A shape, or a point of light. */
export type Form = ShapeName | 'point';

/**
 * What agents of a species look like: what the scenario says, else what suits what they do. Undefined for beams, which
 * are light and have no body.
 */
export function formOf(species: Species, scenario: Scenario): Form | undefined {
  const { body } = species;
  if (typeof body === 'string') return body === 'beam' ? undefined : body;
  // A model stands beside the light; until it is there, another body does.
  if (body === undefined && isLight(scenario, species)) return undefined;
  const walks = ({ behaviors }: Species) => behaviors.some(({ type }) => WALKING.includes(type));
  const flat = scenario.dimensions === 2;
  if (walks(species)) return flat ? 'walker' : 'sphere';
  const isTown = scenario.map !== undefined || scenario.mesh !== undefined;
  // In a crowd everybody is a walker.
  return flat && isTown && scenario.species.some(walks) ? 'walker' : 'dart';
}
