import { type InstancedBufferGeometry, Mesh } from 'three';
import {
  cameraProjectionMatrix,
  clamp,
  float,
  max,
  mix,
  smoothstep,
  uniform,
  varying,
  vec3,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import type { SpeciesLook } from '../points/state-columns.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { ofSpecies } from './agent-points.ts';
import { type Mixing, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
import { awayFromMiddle, squareAt, squares } from './squares.ts';
import type { StateBuffers } from './state-buffers.ts';

/** The heads of beams, as `HeadPoints` draws them. */
export class NodeHeadPoints extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #lag = uniform(0);
  readonly #painted = uniform(0);

  constructor({ agent }: StateBuffers, look: SpeciesLook, mixing: Mixing) {
    super(squares());
    this.frustumCulled = false;
    const { size, color } = ofSpecies(look, agent.species);
    const view = viewOf(agent.place.sub(agent.velocity.mul(this.#lag)));
    const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
    const hue = varying(this.#painted.greaterThan(0).select(agent.paint, color));
    const near = max(0, float(1).sub(awayFromMiddle().mul(2)));
    const core = smoothstep(0.7, 0.98, near);
    const glow = near.mul(near).mul(near);
    const light = {
      view,
      clip: squareAt(center, clamp(size.mul(pixelsPerMeter(center)), 7, 256)),
      isShown: size.greaterThan(0),
      color: mix(hue, vec3(1), core),
      strength: glow.mul(0.85).add(core),
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
