import type { Scenario, Species } from '@skein/core';
import { isLight, type ShapeName } from '@skein/three/parts';

/**
 * Behaviors of agents that walk on the ground. Such agents keep their bodies apart, so each body is drawn as large as
 * the agent's radius.
 */
const WALKING = ['orca', 'context', 'flowField', 'navigate'];

/** The form in which an agent is drawn: a shape, or a point of light. */
export type Form = ShapeName | 'point';

/**
 * The form in which the agents of a species are drawn: the form that the scenario names, or else one that suits the
 * behaviors. Undefined for beams, which have no body.
 */
export function formOf(species: Species, scenario: Scenario): Form | undefined {
  const { body } = species;
  if (typeof body === 'string') return body === 'beam' ? undefined : body;
  // A species with a model is drawn with another body until the model is loaded, even if it is a beam.
  if (body === undefined && isLight(scenario, species)) return undefined;
  const walks = ({ behaviors }: Species) => behaviors.some(({ type }) => WALKING.includes(type));
  if (scenario.ground !== undefined) return species.moves === 'fly' ? 'dart' : 'walker';
  const flat = scenario.dimensions === 2;
  if (walks(species)) return flat ? 'walker' : 'sphere';
  const isTown = scenario.map !== undefined || scenario.mesh !== undefined;
  // In a scene of walkers, all agents are drawn as walkers.
  return flat && isTown && scenario.species.some(walks) ? 'walker' : 'dart';
}
