import type { Problem, World } from '@skein/core';
import { canHoldOptions, show } from '@skein/core/internal';
import {
  type ColorRepresentation,
  type InstancedBufferGeometry,
  type Material,
  Mesh,
  Vector4,
} from 'three';
import {
  bitcast,
  instanceIndex,
  storage,
  uint,
  uniform,
  uniformArray,
  vec3,
  vec4,
} from 'three/tsl';
import {
  type Node,
  type NodeMaterial,
  StorageBufferAttribute,
  type WebGPURenderer,
} from 'three/webgpu';
import { lookProblems } from '../agents/agents.ts';
import { bodiesOf, looksOf } from '../agents/look.ts';
import { drawBy, keepGeometry } from '../agents/replace.ts';
import { ThreeError } from '../option-error.ts';
import { type AgentNodes, drawAgents } from './agent-nodes.ts';
import { type NodeAgentsOptions, nodeProblems } from './agents.ts';

/** The state of a world on a graphics card, as a `GpuStepper` of `@skein/gpu` has it. */
export interface CardState {
  readonly device: GPUDevice;
  /** The number of rows. */
  readonly agents: number;
  /** The planes, one after the other. Each has a word for each agent. */
  readonly planes: GPUBuffer;
  /** The species (bits 0 to 7) and the status (bits 8 to 15) of each agent. */
  readonly kinds: GPUBuffer;
  /** The index of the first word of a plane in `planes`. */
  wordOf(plane: string): number | undefined;
}

/** What steps a world on a graphics card: a `GpuStepper` of `@skein/gpu`. */
export interface CardStepper {
  readonly world: World;
  state(): CardState;
}

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
  const state = stepper.state();
  if (backendOf(renderer).device !== state.device) {
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

const POSES = ['position', 'velocity'];
const FRAMES = ['heading', 'up'];
const AXES = ['x', 'y', 'z'];

/** `GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST` */
const USAGE = 128 | 8;

/** The mesh that `createCardAgents` returns. It shows the state of the last call of `update`. */
export class CardAgents extends Mesh<InstancedBufferGeometry, Material> {
  readonly isCardAgents = true;
  readonly #stepper: CardStepper;
  readonly #planes: readonly string[];
  readonly #lag = uniform(0);
  /** Stands for the buffer. Its own array is not used. */
  readonly #words = new StorageBufferAttribute(new Uint32Array(1), 1);
  readonly #buffer: GPUBuffer;

  constructor(renderer: WebGPURenderer, stepper: CardStepper, options: CardAgentsOptions) {
    super(bodiesOf(options).geometry, options.material);
    this.#stepper = stepper;
    const { scenario, views } = stepper.world;
    const { device, agents } = stepper.state();
    const { looks, upright } = looksOf(scenario, options);
    const orient = options.orient ?? (views.heading.x.length > 0 ? 'heading' : 'velocity');
    const vectors = orient === 'heading' ? [...POSES, ...FRAMES] : POSES;
    this.#planes = vectors.flatMap((vector) => AXES.map((axis) => `${vector}.${axis}`));
    const size = 4 * agents * (this.#planes.length + 1);
    this.#buffer = device.createBuffer({ size, usage: USAGE });
    // For an attribute that has a buffer, three.js creates none.
    backendOf(renderer).get(this.#words).buffer = this.#buffer;
    this.geometry.instanceCount = agents;
    // Only the card knows where the agents are.
    this.frustumCulled = false;
    const nodes = this.#nodes(
      agents,
      looks.map(({ color: { r, g, b }, scale }) => new Vector4(r, g, b, scale)),
    );
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
    const { device, agents, planes, kinds, wordOf } = this.#stepper.state();
    const encoder = device.createCommandEncoder();
    const size = 4 * agents;
    this.#planes.forEach((plane, k) => {
      encoder.copyBufferToBuffer(planes, 4 * wordOf(plane)!, this.#buffer, k * size, size);
    });
    encoder.copyBufferToBuffer(kinds, 0, this.#buffer, this.#planes.length * size, size);
    device.queue.submit([encoder.finish()]);
    this.#lag.value = lag;
  }

  /** Does nothing: rays are traced by the CPU, which does not see the agents. */
  override raycast(): void {}

  /** Frees the GPU resources of this object. The body and the material belong to you and are not disposed of. */
  override dispose(): void {
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
    this.#words.dispose();
    // For three.js, the buffer exists only after the first frame.
    this.#buffer.destroy();
  }

  #nodes(agents: number, looks: Vector4[]): AgentNodes {
    const words = storage(this.#words, 'uint', this.#words.count).toReadOnly();
    const word = (plane: number) =>
      words.element(instanceIndex.add(uint(plane * agents))) as unknown as Node<'uint'>;
    const number = (plane: number) => bitcast(word(plane), 'float') as unknown as Node<'float'>;
    const vector = (from: number) => vec3(number(from), number(from + 1), number(from + 2));
    const kind = word(this.#planes.length);
    const look = uniformArray<'vec4'>(looks, 'vec4').element(
      kind.bitAnd(uint(255)),
    ) as unknown as Node<'vec4'>;
    const isAlive = kind.shiftRight(uint(8)).bitAnd(uint(255)).equal(uint(1));
    return {
      place: vec4(vector(0), isAlive.select(look.w, 0)),
      velocity: vector(3),
      color: look.xyz,
      frame: this.#planes.length > 6 ? [vector(6), vector(9)] : undefined,
      lag: this.#lag,
    };
  }
}

/** The part of the backend of a renderer that is used here. */
function backendOf({ backend }: WebGPURenderer) {
  return backend as unknown as {
    readonly device?: GPUDevice;
    get(attribute: StorageBufferAttribute): { buffer?: GPUBuffer };
  };
}
