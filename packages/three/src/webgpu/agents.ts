import type { Problem } from '@skein/core';
import { show } from '@skein/core/internal';
import {
  DynamicDrawUsage,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  type Material,
} from 'three';
import { attribute, uniform } from 'three/tsl';
import type { NodeMaterial } from 'three/webgpu';
import { Agents, checkAgents } from '../agents/agents.ts';
import { columnsOf } from '../agents/columns.ts';
import { type AgentsOptions, looksOf } from '../agents/look.ts';
import { drawBy } from '../agents/replace.ts';
import type { Driver } from '../driver.ts';
import { materialProblems } from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';
import { type AgentNodes, drawAgents } from './agent-nodes.ts';

/**
 * The options of `createAgents` for `WebGPURenderer`. They differ from those of the main entry point only in the
 * material.
 */
export interface NodeAgentsOptions extends AgentsOptions {
  /**
   * A mesh material of `three/webgpu`. `createAgents` copies this material, and the agents are drawn with the copy. The
   * copy is the property `material` of the object that `createAgents` returns.
   */
  readonly material: NodeMaterial;
}

/**
 * Creates a mesh that draws all agents of a driver's world in one draw call, for `WebGPURenderer` with WebGPU or WebGL
 * 2. Lights, shadows, fog and tone mapping work as for any other mesh.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createAgents(driver: Driver, options: NodeAgentsOptions): NodeAgents {
  const problems: Problem[] = checkAgents(driver, options);
  if (problems.length === 0) problems.push(...nodeProblems(options.material));
  if (problems.length > 0) throw new ThreeError(problems);
  return new NodeAgents(driver, options);
}

/** The number of values of an instance: x, y, z and the scale; vx, vy, vz and padding; r, g, b and padding. */
const STRIDE = 12;

/**
 * The mesh that draws the agents of a world with WebGPURenderer. WebGPU limits the number of buffers per mesh, so the
 * columns of the agents are copied into one buffer, with 48 bytes per agent.
 */
export class NodeAgents extends Agents {
  readonly isNodeAgents = true;
  readonly #state: InstancedInterleavedBuffer;
  readonly #looks;
  readonly #tint: { readonly array: ArrayLike<number> } | undefined;
  readonly #stop: () => void;

  constructor(driver: Driver, options: NodeAgentsOptions) {
    super(driver, options);
    const { scenario, count } = driver.world;
    const { looks, upright } = looksOf(scenario, options);
    const columns = columnsOf(driver);
    this.#looks = looks;
    this.#tint = this.geometry.attributes.tint;
    for (const key of columns.attributes.keys()) {
      if (key !== 'heading' && key !== 'up') this.geometry.deleteAttribute(key);
    }
    this.geometry.deleteAttribute('tint');
    this.#state = new InstancedInterleavedBuffer(new Float32Array(STRIDE * count), STRIDE);
    this.#state.setUsage(DynamicDrawUsage);
    ['agentPlace', 'agentVelocity', 'agentColor'].forEach((key, i) => {
      this.geometry.setAttribute(key, new InterleavedBufferAttribute(this.#state, 4, 4 * i));
    });
    const orient = options.orient ?? (columns.headed ? 'heading' : 'velocity');
    const nodes: AgentNodes = {
      place: attribute<'vec4'>('agentPlace', 'vec4'),
      velocity: attribute<'vec4'>('agentVelocity', 'vec4').xyz,
      color: attribute<'vec4'>('agentColor', 'vec4').xyz,
      frame:
        orient === 'heading'
          ? [attribute<'vec3'>('heading', 'vec3'), attribute<'vec3'>('up', 'vec3')]
          : undefined,
      lag: uniform(0).onRenderUpdate(() => driver.lag.value),
    };
    const draw = (given: Material) => drawAgents(given as NodeMaterial, nodes, orient, upright);
    drawBy(this, options.material, draw, nodeProblems);
    // This listener runs after that of the base class, which updates the agents.
    this.#stop = driver.listen({ onState: () => this.#copy() });
    this.#copy();
  }

  override dispose(): void {
    this.#stop();
    super.dispose();
  }

  #copy(): void {
    const columns = columnsOf(this.driver);
    const { living } = columns;
    const planes = ['x', 'y', 'z', 'vx', 'vy', 'vz'].map((name) => columns.plane(name));
    const [x, y, z, vx, vy, vz] = planes;
    const species = columns.plane('species');
    const into = this.#state.array as Float32Array;
    const tint = this.#tint?.array;
    for (let i = 0, at = 0; i < living; i++, at += STRIDE) {
      const kind = species[i]!;
      into[at] = x![i]!;
      into[at + 1] = y![i]!;
      into[at + 2] = z![i]!;
      const { scale, color } = this.#looks[kind]!;
      into[at + 3] = scale;
      into[at + 4] = vx![i]!;
      into[at + 5] = vy![i]!;
      into[at + 6] = vz![i]!;
      into[at + 8] = tint?.[3 * i] ?? color.r;
      into[at + 9] = tint?.[3 * i + 1] ?? color.g;
      into[at + 10] = tint?.[3 * i + 2] ?? color.b;
    }
    if (living === 0) return;
    this.#state.clearUpdateRanges();
    this.#state.addUpdateRange(0, STRIDE * living);
    this.#state.needsUpdate = true;
  }
}

/** Returns a problem if a material is not a mesh material made of nodes. */
export function nodeProblems(material: Material): Problem[] {
  const problems = materialProblems(material);
  if (problems.length > 0 || (material as NodeMaterial).isNodeMaterial === true) return problems;
  const expected = 'a node material of three/webgpu';
  return [{ path: '$.material', found: show(material), expected }];
}
