import { type InstancedBufferGeometry, Mesh } from 'three';
import {
  cameraPosition,
  cameraProjectionMatrix,
  clamp,
  float,
  max,
  min,
  mix,
  smoothstep,
  uniform,
  uniformArray,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import type { PointsLook } from '../points/agent-points.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { type Mixing, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
import { awayFromMiddle, squareAt, squares } from './squares.ts';
import type { StateBuffers } from './state-buffers.ts';

/** Agents as points of light, as `AgentPoints` draws them. */
export class NodeAgentPoints extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #lag = uniform(0);
  readonly #painted = uniform(0);

  constructor({ agent }: StateBuffers, look: PointsLook, mixing: Mixing) {
    super(squares());
    this.frustumCulled = false;
    const { species, velocity } = agent;
    const { size, color } = ofSpecies(look, species);
    const view = viewOf(agent.place.sub(velocity.mul(this.#lag)));
    const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
    const seen = size.mul(pixelsPerMeter(center)).toVar();
    const heading = velocity.div(max(velocity.length(), 1e-6));
    // Agents that fly alike are tinted alike: streams in a flock show as bands of color.
    const tinted = color.add(vec3(heading.z, heading.y, heading.x.negate()).mul(0.16));
    // Nearer is brighter, which gives the cloud its depth; smaller than a point can be is dimmer.
    const { radius: reach, center: middle } = look.extent;
    const focus = cameraPosition.sub(vec3(middle)).length();
    const away = smoothstep(focus.sub(reach), focus.add(reach), view.z.negate());
    const dim = mix(float(1), float(0.16), away).mul(min(1, seen.mul(seen).div(2.25)));
    const hue = this.#painted.greaterThan(0).select(agent.paint, clamp(tinted, 0, 1));
    const tint = varying(vec4(hue, dim.mul(0.6)));
    const light = {
      view,
      clip: squareAt(center, clamp(seen, 1.5, 24)),
      isShown: size.greaterThan(0),
      color: tint.xyz,
      strength: tint.w.mul(float(1).sub(smoothstep(0.25, 0.5, awayFromMiddle()))),
      cover: 0,
    };
    this.material = nodeLightMaterial(light, mixing);
  }

  /** Shows the state, `lag` s before it. */
  update(state: DrawnState, lag: number): void {
    this.geometry.instanceCount = state.living;
    this.visible = state.living > 0;
    this.#lag.value = lag;
    this.#painted.value = state.paint.by === 'species' ? 0 : 1;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** The size (m; 0 where it is drawn otherwise) and the color of an agent, as the screen shows it. */
export function ofSpecies(
  { sizes, colors }: Pick<PointsLook, 'sizes' | 'colors'>,
  species: Node<'uint'>,
): { size: Node<'float'>; color: Node<'vec3'> } {
  const shown = colors.map((one) => one.clone().convertLinearToSRGB());
  return {
    size: uniformArray<'float'>([...sizes], 'float').element(species) as unknown as Node<'float'>,
    color: uniformArray<'color'>(shown, 'color').element(species) as unknown as Node<'vec3'>,
  };
}
