import { innerOf } from '@skein/core/supervise';
import type { Team } from '@skein/worker';
import {
  BufferAttribute,
  type Color,
  DynamicDrawUsage,
  InstancedBufferGeometry,
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
  viewport,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import { type Kinds, kindsOf } from '../particles/kinds.ts';
import { COVER, LARGEST, LEAST } from '../particles/shader.ts';
import type { SpritesView } from '../particles/sprites.ts';
import type { Births } from '../sync/births.ts';
import { NodeFlight } from './flight.ts';
import { NodeScale, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';

/** x y z, vx vy vz. */
const FLIGHT = 6;
/** The tick of the birth, the key of its random walk, and the kind. */
const BIRTH = 3;
/** A tick that never comes: what was not born is not seen. */
const NEVER = 0x7fffffff;

/**
 * Trails and sparks, a sprite of light for each particle. Births alone are uploaded, and the graphics card works out
 * where each is. WebGPU has no points larger than a pixel, so a sprite is a square.
 */
export class NodeSprites extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #team: Team;
  readonly #flights: InstancedInterleavedBuffer;
  readonly #births: InstancedInterleavedBuffer;
  readonly #scale = new NodeScale();
  readonly #tick = uniform(0, 'uint');
  readonly #alpha = uniform(0);
  /** 1 for kinds that are drawn, else 0. */
  readonly #shown: number[];
  readonly #unlisten: () => void;
  #isRenewed = false;

  /**
   * `colors`: by species. `fastest`: m/s, the end of the scale of colors; 0 where colors tell species. `onDraw`: the
   * particles are about to be drawn, where `moveTo` may be called.
   */
  constructor(team: Team, colors: readonly Color[], fastest: number, onDraw: () => void) {
    const { scenario } = team.world;
    const { particles } = innerOf(team.world).plan;
    const geometry = new InstancedBufferGeometry();
    super(geometry);
    this.#team = team;
    const corners = [-0.5, -0.5, 0, 0.5, -0.5, 0, -0.5, 0.5, 0, 0.5, 0.5, 0];
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    geometry.instanceCount = 0;
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
    this.material = spriteMaterial(flight, kinds, this.#shown, fastest, this.#scale);
    this.frustumCulled = false;
    this.onBeforeRender = onDraw;
    this.#unlisten = team.on('moved', () => {
      this.#isRenewed = false;
    });
  }

  /** Shows what may be seen of what was born. */
  update(births: Births, view: SpritesView): void {
    if (births.capacity === 0) return;
    this.moveTo(view.shown);
    for (let kind = 0; kind < this.#shown.length; kind++) {
      const isShown = (kind & 1) === 1 ? view.sparks : view.trails;
      this.#shown[kind] = isShown(kind >> 1) ? 1 : 0;
    }
    // Another memory may hold other births at the same places.
    if (!this.#isRenewed) births.renew();
    this.#isRenewed = true;
    for (const { first, count } of births.takeFresh()) this.#copy(first, count);
  }

  /** The picture stands at this tick and share of the next. */
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

  #copy(first: number, count: number): void {
    const { particles } = innerOf(this.#team.world);
    const { bornPosition: p, bornVelocity: v, bornTick, bornKey, bornKind } = particles;
    const flights = this.#flights.array as Float32Array;
    const births = this.#births.array as Uint32Array;
    const columns = [p.x, p.y, p.z, v.x, v.y, v.z];
    for (let i = first; i < first + count; i++) {
      columns.forEach((column, k) => {
        flights[FLIGHT * i + k] = column[i];
      });
      births[BIRTH * i] = bornTick[i];
      births[BIRTH * i + 1] = bornKey[i];
      births[BIRTH * i + 2] = bornKind[i];
    }
    this.geometry.instanceCount = Math.max(this.geometry.instanceCount, first + count);
    for (const buffer of [this.#flights, this.#births]) {
      buffer.addUpdateRange(buffer.stride * first, buffer.stride * count);
      buffer.needsUpdate = true;
    }
  }
}

/** What a particle looks like, as the shader of `Sprites` has it. */
function spriteMaterial(
  flight: NodeFlight,
  kinds: Kinds,
  shown: number[],
  fastest: number,
  scale: NodeScale,
): NodeMaterial {
  const corner = attribute<'vec3'>('position', 'vec3').xy;
  const key = attribute<'uvec3'>('birth', 'uvec3');
  const kind = key.z;
  const birth = {
    place: attribute<'vec3'>('bornPlace', 'vec3'),
    velocity: attribute<'vec3'>('bornVelocity', 'vec3'),
    tick: key.x,
    key: key.y,
    kind,
  };
  const isSpark = kind.bitAnd(uint(1)).equal(uint(1));
  const look = uniformArray<'vec2'>(kinds.looks, 'vec2').element(kind) as unknown as Node<'vec2'>;
  const color = uniformArray<'color'>(kinds.colors, 'color').element(
    kind,
  ) as unknown as Node<'vec3'>;
  const isDrawn = uniformArray<'float'>(shown, 'float').element(kind) as unknown as Node<'float'>;
  const particle = flight.particle(birth).toVar();
  // The radius tells the age: 1 at birth.
  const fresh = particle.w.div(look.x);
  const view = viewOf(particle.xyz);
  const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
  const seen = particle.w.mul(2).mul(pixelsPerMeter(center)).toVar();
  const size = clamp(seen, LEAST, LARGEST);
  // What is smaller than a point can be is dimmer.
  const dim = min(1, seen.mul(seen).div(LEAST * LEAST));
  const heat = fresh.mul(fresh);
  const hot = mix(mix(color, vec3(1, 0.48, 0.14), 0.75), vec3(1, 0.93, 0.78), heat);
  const white = heat.mul(heat).mul(heat).mul(0.5);
  const hue =
    fastest > 0
      ? scale.at(flight.speed(birth, max(fresh, 1e-6)).div(fastest))
      : isSpark.select(hot, mix(color, vec3(1), white));
  // What is left of a trail glimmers on.
  const light = isSpark.select(look.y, look.y.mul(mix(0.35, 1, fresh)));
  const tint = varying(vec4(hue, light.mul(dim)));
  const away = varying(corner).length();
  const near = max(0, float(1).sub(away.mul(2)));
  const strength = min(1, tint.w.mul(near).mul(near));
  const offset = corner.mul(size).mul(2).div(viewport.zw).mul(center.w);
  return nodeLightMaterial({
    view,
    clip: center.add(vec4(offset, 0, 0)),
    isShown: particle.w.greaterThan(0).and(isDrawn.greaterThan(0)),
    color: tint.xyz,
    strength,
    cover: COVER,
  });
}
