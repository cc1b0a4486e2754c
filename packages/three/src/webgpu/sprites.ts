import { birthColumns } from '@skein/core/read';
import {
  type Color,
  DynamicDrawUsage,
  type InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
} from 'three';
import {
  attribute,
  cameraProjectionMatrix,
  clamp,
  float,
  max,
  min,
  mix,
  uint,
  uniform,
  uniformArray,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import { type Kinds, kindsOf, THREADS, threadColors } from '../particles/kinds.ts';
import { COVER, LARGEST, LEAST } from '../particles/shader.ts';
import type { SpritesView, WorldSource } from '../particles/sprites.ts';
import type { Births } from '../sync/births.ts';
import { NodeFlight } from './flight.ts';
import { type Mixing, NodeScale, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
import { awayFromMiddle, squareAt, squares } from './squares.ts';

/** The number of values that describe the flight of a particle. The values are x, y, z, vx, vy and vz at its birth. */
const FLIGHT = 6;
/** The number of values for the birth of a particle: its tick, the key of its random walk, and its kind. */
const BIRTH = 3;
/** The third value has the kind in its low bits, and above them the thread of the birth. */
const KIND_BITS = 8;
/** A tick that is never reached. A slot without a birth has this birth tick, so its sprite stays invisible. */
const NEVER = 0x7fffffff;

export interface NodeSpritesOptions {
  readonly team: WorldSource;
  /** The color of each species. */
  readonly colors: readonly Color[];
  /** Called before the particles are drawn. It may call `moveTo`. */
  readonly onDraw?: () => void;
}

/**
 * Draws trails and sparks, with one sprite of light for each particle. Only the births are uploaded, and the GPU
 * computes each position. Each sprite is a square, because points in WebGPU are always one pixel large.
 */
export class NodeSprites extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #team: WorldSource;
  readonly #flights: InstancedInterleavedBuffer;
  readonly #births: InstancedInterleavedBuffer;
  readonly #scale = new NodeScale();
  readonly #tick = uniform(0, 'uint');
  readonly #alpha = uniform(0);
  readonly #fastest = uniform(0);
  readonly #byThread = uniform(0);
  /** For each kind of particle: 1 if it is drawn, otherwise 0. */
  readonly #shown: number[];
  readonly #unlisten: () => void;
  #isRenewed = false;

  constructor({ team, colors, onDraw }: NodeSpritesOptions, mixing: Mixing = 'linear') {
    const { scenario } = team.world;
    const { capacity: particles } = birthColumns(team.world);
    const geometry = squares();
    super(geometry);
    this.#team = team;
    const births = new Uint32Array(BIRTH * particles).fill(NEVER);
    this.#flights = new InstancedInterleavedBuffer(new Float32Array(FLIGHT * particles), FLIGHT);
    this.#births = new InstancedInterleavedBuffer(births, BIRTH);
    for (const buffer of [this.#flights, this.#births]) buffer.setUsage(DynamicDrawUsage);
    geometry.setAttribute('bornPlace', new InterleavedBufferAttribute(this.#flights, 3, 0));
    geometry.setAttribute('bornVelocity', new InterleavedBufferAttribute(this.#flights, 3, 3));
    geometry.setAttribute('birth', new InterleavedBufferAttribute(this.#births, 3, 0));
    const kinds = kindsOf(scenario, colors);
    this.#shown = new Array<number>(kinds.count).fill(1);
    const clock = { tick: this.#tick, alpha: this.#alpha };
    const flight = new NodeFlight(kinds, clock, scenario.dt, scenario.dimensions === 2);
    const hues = { fastest: this.#fastest, scale: this.#scale, byThread: this.#byThread };
    this.material = spriteMaterial(flight, kinds, this.#shown, hues, mixing);
    this.frustumCulled = false;
    if (onDraw !== undefined) this.onBeforeRender = onDraw;
    this.#unlisten = team.on('moved', () => {
      this.#isRenewed = false;
    });
  }

  /** Shows the visible particles of the current state. */
  update(births: Births, view: SpritesView): void {
    if (births.capacity === 0) return;
    this.moveTo(view.shown);
    this.#fastest.value = view.fastest;
    this.#byThread.value = view.byThread ?? 0;
    for (let kind = 0; kind < this.#shown.length; kind++) {
      const isShown = (kind & 1) === 1 ? view.sparks : view.trails;
      this.#shown[kind] = isShown(kind >> 1) ? 1 : 0;
    }
    // After a move to another memory, the same slots may hold other births.
    if (!this.#isRenewed) births.renew();
    this.#isRenewed = true;
    for (const { first, count } of births.takeFresh()) {
      this.#copy(first, count, births.threads);
    }
  }

  /** Moves the picture to another moment: a tick plus a fraction. */
  moveTo(shown: number): void {
    this.#tick.value = Math.floor(shown);
    this.#alpha.value = shown - Math.floor(shown);
  }

  override dispose(): void {
    this.#unlisten();
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
    this.#scale.dispose();
  }

  #copy(first: number, count: number, threads: Uint8Array): void {
    const { position: p, velocity: v, tick, key, kind } = birthColumns(this.#team.world);
    const flights = this.#flights.array as Float32Array;
    const births = this.#births.array as Uint32Array;
    const columns = [p.x, p.y, p.z, v.x, v.y, v.z];
    for (let i = first; i < first + count; i++) {
      columns.forEach((column, k) => {
        flights[FLIGHT * i + k] = column[i];
      });
      births[BIRTH * i] = tick[i];
      births[BIRTH * i + 1] = key[i];
      births[BIRTH * i + 2] = kind[i] | (threads[i] << KIND_BITS);
    }
    this.geometry.instanceCount = Math.max(this.geometry.instanceCount, first + count);
    for (const buffer of [this.#flights, this.#births]) {
      buffer.addUpdateRange(buffer.stride * first, buffer.stride * count);
      buffer.needsUpdate = true;
    }
  }
}

/** What the colors of particles show: the speed if `fastest` is above 0, or the thread by the share `byThread`. */
interface Hues {
  readonly fastest: Node<'float'>;
  readonly scale: NodeScale;
  readonly byThread: Node<'float'>;
}

/** Creates the material of sprites. Particles look the same as with the shader of `Sprites`. */
function spriteMaterial(
  flight: NodeFlight,
  kinds: Kinds,
  shown: number[],
  { fastest, scale, byThread }: Hues,
  mixing: Mixing,
): NodeMaterial {
  const key = attribute<'uvec3'>('birth', 'uvec3');
  const kind = key.z.bitAnd(uint((1 << KIND_BITS) - 1));
  const thread = key.z.shiftRight(uint(KIND_BITS)).bitAnd(uint(THREADS - 1));
  const birth = {
    place: attribute<'vec3'>('bornPlace', 'vec3'),
    velocity: attribute<'vec3'>('bornVelocity', 'vec3'),
    tick: key.x,
    key: key.y,
    kind,
  };
  const isSpark = kind.bitAnd(uint(1)).equal(uint(1));
  const look = uniformArray<'vec2'>(kinds.looks, 'vec2').element(kind) as unknown as Node<'vec2'>;
  const ofSpecies = uniformArray<'color'>(kinds.colors, 'color').element(
    kind,
  ) as unknown as Node<'vec3'>;
  const ofThread = uniformArray<'color'>(threadColors(), 'color').element(
    thread,
  ) as unknown as Node<'vec3'>;
  const color = mix(ofSpecies, ofThread, byThread);
  const isDrawn = uniformArray<'float'>(shown, 'float').element(kind) as unknown as Node<'float'>;
  const particle = flight.particle(birth).toVar();
  // The radius gives the age: 1 at birth.
  const fresh = particle.w.div(look.x);
  const view = viewOf(particle.xyz);
  const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
  const seen = particle.w.mul(2).mul(pixelsPerMeter(center)).toVar();
  const size = clamp(seen, LEAST, LARGEST);
  // Particles smaller than a point are dimmer instead.
  const dim = min(1, seen.mul(seen).div(LEAST * LEAST));
  const heat = fresh.mul(fresh);
  const hot = mix(mix(color, vec3(1, 0.48, 0.14), 0.75), vec3(1, 0.93, 0.78), heat);
  const white = heat.mul(heat).mul(heat).mul(0.5);
  const ofKind = isSpark.select(hot, mix(color, vec3(1), white));
  const ofSpeed = scale.at(flight.speed(birth, max(fresh, 1e-6)).div(max(fastest, 1e-6)));
  const hue = fastest.greaterThan(0).select(ofSpeed, ofKind);
  // The rest of a trail keeps glowing faintly.
  const light = isSpark.select(look.y, look.y.mul(mix(0.35, 1, fresh)));
  const tint = varying(vec4(hue, light.mul(dim)));
  const near = max(0, float(1).sub(awayFromMiddle().mul(2)));
  const sprite = {
    view,
    clip: squareAt(center, size),
    isShown: particle.w.greaterThan(0).and(isDrawn.greaterThan(0)),
    color: tint.xyz,
    strength: min(1, tint.w.mul(near).mul(near)),
    cover: COVER,
  };
  return nodeLightMaterial(sprite, mixing);
}
