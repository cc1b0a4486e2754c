import { type InstancedBufferGeometry, Mesh } from 'three';
import {
  cameraProjectionMatrix,
  clamp,
  float,
  instanceIndex,
  max,
  mix,
  smoothstep,
  uniform,
  varying,
  vec3,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import type { SpeciesLook } from '../points/point-columns.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { ofSpecies } from './agent-points.ts';
import { type Mixing, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
import type { PointBuffers } from './point-buffers.ts';
import { awayFromMiddle, squareAt, squares } from './squares.ts';

/** Draws the heads of beams as glowing points that look like those of `HeadPoints`. */
export class NodeHeadPoints extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #buffers: PointBuffers;
  readonly #look: SpeciesLook;
  readonly #mixing: Mixing;
  readonly #lag = uniform(0);
  readonly #painted = uniform(0);
  #isPainted = false;

  constructor(buffers: PointBuffers, look: SpeciesLook, mixing: Mixing) {
    super(squares());
    this.#buffers = buffers;
    this.#look = look;
    this.#mixing = mixing;
    this.frustumCulled = false;
    this.material = this.#createMaterial(undefined);
  }

  /** Shows the heads at the moment `lag` seconds before the state. */
  update(state: DrawnState, lag: number): void {
    const { cover } = state.paint;
    const isPainted = cover > 0;
    if (isPainted !== this.#isPainted) {
      this.#isPainted = isPainted;
      this.material.dispose();
      this.material = this.#createMaterial(isPainted ? state : undefined);
    }
    this.#buffers.update(state, isPainted);
    this.geometry.instanceCount = state.living;
    this.visible = state.living > 0;
    this.#lag.value = lag;
    this.#painted.value = cover;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }

  #createMaterial(painted: DrawnState | undefined): NodeMaterial {
    const { place, velocity, species } = this.#buffers.at(instanceIndex);
    const { size, color } = ofSpecies(this.#look, species);
    const view = viewOf(place.sub(velocity.mul(this.#lag)));
    const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
    const hue = varying(
      painted ? mix(color, this.#buffers.paintAt(instanceIndex, painted), this.#painted) : color,
    );
    const near = max(0, float(1).sub(awayFromMiddle().mul(2)));
    const core = smoothstep(0.7, 0.98, near);
    const glow = near.mul(near).mul(near);
    const head = {
      view,
      clip: squareAt(center, clamp(size.mul(pixelsPerMeter(center)), 7, 256)),
      isShown: size.greaterThan(0),
      color: mix(hue, vec3(1), core),
      strength: glow.mul(0.85).add(core),
      cover: 0,
    };
    return nodeLightMaterial(head, this.#mixing);
  }
}
