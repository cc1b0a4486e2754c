import type { Scenario, Species } from '@skein/core';
import { isZUp } from '@skein/core/read';
import {
  type BufferGeometry,
  Color,
  type ColorRepresentation,
  InstancedBufferGeometry,
  type Material,
  Vector3,
} from 'three';
import { attributeAliases } from './aliases.ts';

/** An agent, as a `color` function receives it. */
export interface Agent {
  readonly id: number;
  readonly species: Species;
  /** The position of the agent, in m. */
  readonly position: Vector3;
  /** The velocity of the agent, in m/s. */
  readonly velocity: Vector3;
}

/** The options of `createAgents`: which agents are drawn, and how they look. */
export interface AgentsOptions {
  /** The name of the species to draw. Default: all species. */
  readonly species?: string;
  /**
   * The shape of an agent, in m. The shape is scaled by the factor `scale`. +z points ahead, +y points up. The geometry
   * is shared with you, not copied.
   */
  readonly body: BufferGeometry;
  /**
   * The axis of the body that points ahead. Cones and capsules of three.js need `'y'`. For `'x'` and `'y'`, a rotated
   * copy of the body is drawn. Default: `'z'`.
   */
  readonly ahead?: 'x' | 'y' | 'z';
  /**
   * A mesh material of three.js for WebGLRenderer. You may change the material later, and also use it for other
   * objects.
   */
  readonly material: Material;
  /**
   * The color of an agent, multiplied by the color of the material. Default: `'species'`.
   *
   * - `'species'` is the color of each species in the scenario. If the scenario sets no color, the color is white.
   * - A single color applies to all agents.
   * - A function is called for each agent of each state, and must set its argument `color`.
   */
  readonly color?: 'species' | ColorRepresentation | ((agent: Agent, color: Color) => void);
  /**
   * The direction that the body of an agent faces. With `'velocity'`, the body faces along the agent's velocity. With
   * `'heading'`, it faces along the agent's heading, which can differ from the direction of the velocity. With
   * `'none'`, bodies never turn. Default: `'heading'` if the agents of the scenario have headings, otherwise
   * `'velocity'`.
   */
  readonly orient?: 'velocity' | 'heading' | 'none';
  /**
   * The factor for the size of the body. It is a number above 0, or a function that returns such a number for each
   * species. Default: 1.
   */
  readonly scale?: number | ((species: Species) => number);
}

/** How the agents of a species look. */
interface SpeciesLook {
  /** The factor for the size of the body. 0 if these agents are not drawn. */
  readonly scale: number;
  /** White if a function colors the agents. */
  readonly color: Color;
}

/** What the options of agents say of each species, and the direction that is up. */
export function looksOf(
  scenario: Scenario,
  { species: name, color = 'species', scale = 1 }: AgentsOptions,
): { readonly looks: readonly SpeciesLook[]; readonly upright: Vector3 } {
  const looks = scenario.species.map((one) => {
    const shown = color === 'species' ? (one.color ?? '#ffffff') : color;
    const own = typeof scale === 'function' ? scale(one) : scale;
    return {
      scale: name === undefined || one.name === name ? own : 0,
      color: new Color(typeof shown === 'function' ? '#ffffff' : shown),
    };
  });
  return { looks, upright: isZUp(scenario) ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0) };
}

/** Returns the body, rotated such that its axis `ahead` becomes +z, and a geometry of as many as there are agents. */
export function bodiesOf({ body, ahead = 'z' }: AgentsOptions): {
  readonly body: BufferGeometry;
  readonly geometry: InstancedBufferGeometry;
} {
  const turned = turn(body, ahead);
  const aliasOf = attributeAliases();
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex(turned.index && aliasOf(turned.index));
  for (const [key, attribute] of Object.entries(turned.attributes)) {
    geometry.setAttribute(key, aliasOf(attribute));
  }
  return { body: turned, geometry };
}

function turn(body: BufferGeometry, ahead: 'x' | 'y' | 'z'): BufferGeometry {
  if (ahead === 'x') return body.clone().rotateY(-Math.PI / 2);
  if (ahead === 'y') return body.clone().rotateX(Math.PI / 2);
  return body;
}
