import type { Problem } from '@skein/core';
import { canHoldOptions, show } from '@skein/core/internal';
import {
  type ColorRepresentation,
  type InstancedBufferGeometry,
  type Material,
  Mesh,
  Vector4,
} from 'three';
import { instanceIndex, uniform, uniformArray, vec4 } from 'three/tsl';
import type { Node, NodeMaterial, WebGPURenderer } from 'three/webgpu';
import { lookProblems } from '../agents/agents.ts';
import { bodiesOf, looksOf } from '../agents/look.ts';
import { drawBy, keepGeometry } from '../agents/replace.ts';
import { ThreeError } from '../option-error.ts';
import { type AgentNodes, drawAgents } from './agent-nodes.ts';
import { type NodeAgentsOptions, nodeProblems } from './agents.ts';
import { backendOf, CardColumns, type CardStepper } from './card-columns.ts';

/** The options of `createCardAgents`. They are those of `createAgents`, but colors cannot be functions. */
export interface CardAgentsOptions extends Omit<NodeAgentsOptions, 'color'> {
  /**
   * The color of an agent, multiplied by the color of the material: that of its species in the scenario, or one color
   * for all agents. Default: `'species'`.
   */
  readonly color?: 'species' | ColorRepresentation;
}

/**
 * Creates a mesh that draws all agents of a world that is stepped on a graphics card. Their state goes from the stepper
 * to the mesh on the card, and never through the memory of the CPU.
 *
 * @param renderer a renderer that was initialized and has the device of the stepper
 * @throws ThreeError OPTION_INVALID
 */
export function createCardAgents(
  renderer: WebGPURenderer,
  stepper: CardStepper,
  options: CardAgentsOptions,
): CardAgents {
  const problems: Problem[] = [];
  if (backendOf(renderer).device !== stepper.device) {
    const expected = 'one made with { device }, the GPUDevice of the stepper, after init()';
    problems.push({ path: '$renderer', found: 'a renderer with another device', expected });
  }
  if (!canHoldOptions(options)) {
    problems.push({ path: '$', found: show(options), expected: 'an object' });
  } else {
    problems.push(...lookProblems(stepper.world, options));
    if (problems.length === 0) problems.push(...nodeProblems(options.material));
    if (typeof options.color === 'function') {
      const expected = "'species' or a color, because the CPU does not see the agents";
      problems.push({ path: '$.color', found: 'a function', expected });
    }
  }
  if (problems.length > 0) throw new ThreeError(problems);
  return new CardAgents(renderer, stepper, options);
}

/** The mesh that `createCardAgents` returns. It shows the state of the last call of `update`. */
export class CardAgents extends Mesh<InstancedBufferGeometry, Material> {
  readonly isCardAgents = true;
  readonly #columns: CardColumns;
  readonly #lag = uniform(0);

  constructor(renderer: WebGPURenderer, stepper: CardStepper, options: CardAgentsOptions) {
    super(bodiesOf(options).geometry, options.material);
    const { scenario, views } = stepper.world;
    const { looks, upright } = looksOf(scenario, options);
    const orient = options.orient ?? (views.heading.x.length > 0 ? 'heading' : 'velocity');
    const turns = orient === 'heading' ? ['heading', 'up'] : [];
    this.#columns = new CardColumns(stepper, ['position', 'velocity', ...turns]);
    this.geometry.instanceCount = stepper.world.count;
    // Only the card knows where the agents are.
    this.frustumCulled = false;
    const { vector, species, isAlive } = this.#columns.at(renderer, instanceIndex);
    const ofSpecies = looks.map(({ color: { r, g, b }, scale }) => new Vector4(r, g, b, scale));
    const look = uniformArray<'vec4'>(ofSpecies, 'vec4').element(
      species,
    ) as unknown as Node<'vec4'>;
    const nodes: AgentNodes = {
      place: vec4(vector('position'), isAlive.select(look.w, 0)),
      velocity: vector('velocity'),
      color: look.xyz,
      frame: orient === 'heading' ? [vector('heading'), vector('up')] : undefined,
      lag: this.#lag,
    };
    const draw = (given: Material) => drawAgents(given as NodeMaterial, nodes, orient, upright);
    keepGeometry(this);
    drawBy(this, options.material, draw, nodeProblems);
    this.update();
  }

  /**
   * Shows the present state of the stepper. The mesh keeps it while the next run changes the state.
   *
   * @param lag how long before the state agents are shown, in s. Default: 0
   * @throws WorldError WORLD_BUSY during a run of the stepper
   */
  update(lag = 0): void {
    this.#columns.update();
    this.#lag.value = lag;
  }

  /** Does nothing: rays are traced by the CPU, which does not see the agents. */
  override raycast(): void {}

  /** Frees the GPU resources of this object. The body and the material belong to you and are not disposed of. */
  override dispose(): void {
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
    this.#columns.dispose();
  }
}
