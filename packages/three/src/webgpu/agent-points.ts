import { type Camera, type DataTexture, type InstancedBufferGeometry, Mesh } from 'three';
import {
  atan,
  cameraPosition,
  cameraProjectionMatrix,
  clamp,
  float,
  max,
  min,
  mix,
  select,
  smoothstep,
  texture,
  uniform,
  uniformArray,
  varying,
  vec2,
  vec3,
  vec4,
  viewport,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import { paletteTexture } from '../light/palette.ts';
import {
  BY,
  choiceOf,
  FAINTEST,
  LAMP,
  LARGEST,
  LEAST,
  type PointsLook,
  readsPaint,
  SLIM,
  STROKE,
} from '../points/agent-points.ts';
import type { SpeciesLook } from '../points/point-columns.ts';
import { VisibleRuns } from '../points/visible-runs.ts';
import { STEPS } from '../sync/color-scale.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { CLIMB, HEADINGS } from '../sync/heading-colors.ts';
import { type Mixing, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
import type { PointBuffers } from './point-buffers.ts';
import { ShownRows } from './shown-rows.ts';
import { fromMiddle, squareAt, squares } from './squares.ts';

/** Draws agents as points of light that look like those of `AgentPoints`. */
export class NodeAgentPoints extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #buffers: PointBuffers;
  readonly #look: PointsLook;
  readonly #mixing: Mixing;
  readonly #palette = paletteTexture();
  readonly #runs: VisibleRuns;
  readonly #rows = new ShownRows();
  readonly #lag = uniform(0);
  readonly #by = uniform(0, 'int');
  readonly #fastest = uniform(0);
  readonly #painted = uniform(0);
  #isPainted = false;

  constructor(buffers: PointBuffers, look: PointsLook, mixing: Mixing) {
    super(squares());
    this.#buffers = buffers;
    this.#look = look;
    this.#runs = new VisibleRuns((STROKE / 2) * Math.max(...look.sizes));
    this.#mixing = mixing;
    this.frustumCulled = false;
    this.material = this.#createMaterial(undefined);
  }

  /**
   * Shows the agents at the moment `lag` seconds before the state. If a camera is given, blocks of points outside its
   * view are not drawn.
   */
  update(state: DrawnState, lag: number, camera?: Camera): void {
    const { paint, agents } = state;
    const by = choiceOf(paint);
    const isPainted = readsPaint(paint);
    // Colors cost memory and time, and are rarely used, so a separate material reads them.
    if (isPainted !== this.#isPainted) {
      this.#isPainted = isPainted;
      this.material.dispose();
      this.material = this.#createMaterial(isPainted ? state : undefined);
    }
    this.#buffers.update(state, isPainted);
    const from = this.#buffers.hasBlocks ? camera : undefined;
    const shown = this.#rows.show(this.#runs.of(agents, lag, from));
    this.geometry.instanceCount = shown;
    this.visible = shown > 0;
    this.#lag.value = lag;
    this.#by.value = by;
    this.#painted.value = paint.cover;
    this.#fastest.value = paint.scale?.to ?? 0;
  }

  override dispose(): void {
    this.#palette.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }

  #createMaterial(painted: DrawnState | undefined): NodeMaterial {
    const { extent, haze, flat } = this.#look;
    const { row } = this.#rows;
    const { place, velocity, species, rank } = this.#buffers.at(row);
    const { size, color: own } = ofSpecies(this.#look, species);
    const unpainted = this.#colorOf(velocity, own);
    const color = painted
      ? mix(unpainted, this.#buffers.paintAt(row, painted), this.#painted)
      : unpainted;
    const drawn = place.sub(velocity.mul(this.#lag)).toVar();
    const view = viewOf(drawn);
    const center = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
    const seen = size.mul(pixelsPerMeter(center)).toVar();
    // Level of detail: far points are dimmer. Below a minimum brightness, fewer but brighter points are drawn.
    const light = min(1, seen.mul(seen).div(LEAST * LEAST)).toVar();
    const share = min(1, light.div(FAINTEST)).toVar();
    const there = clamp(share.mul(257).sub(rank), 0, 1).toVar();
    // Large points become strokes along their velocity.
    const speed = velocity.length().toVar();
    const heading = velocity.div(max(speed, 1e-6)).toVar();
    const slim = select(speed.greaterThan(1e-6), smoothstep(1, 2, seen), float(0)).toVar();
    const end = viewOf(drawn.add(heading.mul(size).mul(STROKE)));
    const ahead = (cameraProjectionMatrix.mul(end) as Node<'vec4'>).toVar();
    const way = ahead.xy
      .div(ahead.w)
      .sub(center.xy.div(center.w))
      .mul(viewport.zw)
      .mul(0.5)
      .toVar();
    const span = way.length().toVar();
    const half = select(
      ahead.w.greaterThan(0),
      min(span, 2 * LARGEST)
        .mul(slim)
        .mul(0.5),
      float(0),
    );
    const width = clamp(seen, LEAST, LARGEST).toVar();
    const side = half.mul(2).add(width).add(1).toVar();
    // Depth: near points are bright and far points fade into the haze, except in the plane. Close to the eye, points
    // are large and faint.
    const { radius: reach, center: middle } = extent;
    const focus = cameraPosition.sub(vec3(middle)).length();
    const depth = view.z.negate().sub(focus).add(reach);
    const away = (flat ? float(0) : clamp(depth.div(2 * reach), 0, 1)).toVar();
    const close = select(seen.greaterThan(LARGEST), float(LARGEST).div(seen), float(1));
    const thrown = flash(heading, cameraPosition.sub(drawn).normalize());
    const lit = select(speed.greaterThan(1e-6), thrown, float(0)).toVar();
    const { r, g, b } = haze.clone().convertLinearToSRGB();
    const bright = color.mul(mix(float(0.7), float(1), lit)).add(lit.mul(0.22));
    const hue = mix(bright, vec3(r, g, b), smoothstep(0.15, 1, away).mul(0.85));
    const strength = mix(float(0.95), float(0.25), smoothstep(0, 0.95, away));
    const tint = varying(vec4(hue, strength.mul(light).div(share).mul(there).mul(close)));
    const stroke = varying(
      vec4(way.div(max(span, 1e-6)), half, mix(float(0.5), float(SLIM), slim).mul(width)),
    );
    // An edge that is one pixel soft; the tail is thin.
    const off = fromMiddle().mul(varying(side));
    const along = off.dot(stroke.xy).toVar();
    const across = off.x.mul(stroke.y).sub(off.y.mul(stroke.x));
    const tapered = smoothstep(-1.3, 0.9, along.div(max(stroke.z, 1e-6)));
    const tail = select(stroke.z.greaterThan(0), tapered, float(1)).toVar();
    const beside = vec2(max(along.abs().sub(stroke.z), 0), across).length();
    const inner = stroke.w.mul(tail.mul(0.2).add(0.25));
    const outer = stroke.w.mul(tail.mul(0.3).add(0.7)).add(0.25);
    const disc = smoothstep(inner, outer, beside).oneMinus();
    const point = {
      view,
      clip: squareAt(center, side),
      isShown: size.greaterThan(0).and(there.greaterThan(0)),
      color: tint.xyz,
      strength: tint.w.mul(disc).mul(tail),
      cover: 0.92,
    };
    return nodeLightMaterial(point, this.#mixing);
  }

  /**
   * Computes the color of a point. The color shows the heading, the speed, or the species. The heading also tints the
   * color of a species.
   */
  #colorOf(velocity: Node<'vec3'>, own: Node<'vec3'>): Node<'vec3'> {
    const speed = velocity.length().toVar();
    const at = clamp(speed.div(max(this.#fastest, 1e-6)), 0, 1);
    const onScale = at
      .mul(STEPS - 1)
      .add(0.5)
      .div(STEPS);
    const ofSpeed = colorAt(this.#palette, onScale, 0.75);
    const heading = velocity.div(max(speed, 1e-6));
    // The heading tints the color, so that streams in a flock show as bands of color.
    const lean = vec3(heading.z, heading.y, heading.x.negate()).mul(0.16);
    const ofKind = clamp(own.add(lean), 0, 1);
    const ofHeading = this.#headed(velocity, speed);
    const moving = this.#by.equal(BY.speed).select(ofSpeed, ofKind);
    return this.#by.equal(BY.heading).select(ofHeading, moving);
  }

  #headed(velocity: Node<'vec3'>, speed: Node<'float'>): Node<'vec3'> {
    const { flat } = this.#look;
    const isResting = speed.lessThan(1e-6);
    const north = flat ? velocity.y : velocity.z.negate();
    const level = select(isResting, vec2(1, 0), vec2(velocity.x, north)).toVar();
    const turn = atan(level.y, level.x).div(2 * Math.PI);
    // Between the colors of two headings, around the circle.
    const color = colorAt(this.#palette, turn.add(0.5 / HEADINGS), 0.25);
    if (flat) return color;
    const climb = velocity.y.div(max(speed, 1e-6)).mul(CLIMB).add(1);
    return min(color.mul(isResting.select(float(1), climb)), vec3(1)) as Node<'vec3'>;
  }
}

/** Computes how strongly a thin body flashes while it turns, with the formula of AgentPoints. */
function flash(way: Node<'vec3'>, toEye: Node<'vec3'>): Node<'float'> {
  const [x, y, z] = LAMP;
  const lamp = way.dot(vec3(x, y, z).normalize()).toVar();
  const eye = way.dot(toEye).toVar();
  const across = (cosine: Node<'float'>) => max(0, cosine.mul(cosine).oneMinus()).sqrt();
  return max(0, across(lamp).mul(across(eye)).sub(lamp.mul(eye))).pow(14);
}

function colorAt(palette: DataTexture, across: Node<'float'>, down: number): Node<'vec3'> {
  const sample = texture(palette, vec2(across, down)).level(float(0));
  return (sample as unknown as Node<'vec4'>).rgb;
}

/**
 * Returns the size (m) and the sRGB color of the agents of a species. The size is 0 if another object draws these
 * agents.
 */
export function ofSpecies(
  { sizes, colors }: SpeciesLook,
  species: Node<'uint'>,
): { size: Node<'float'>; color: Node<'vec3'> } {
  const shown = colors.map((color) => color.clone().convertLinearToSRGB());
  return {
    size: uniformArray<'float'>([...sizes], 'float').element(species) as unknown as Node<'float'>,
    color: uniformArray<'color'>(shown, 'color').element(species) as unknown as Node<'vec3'>,
  };
}
