import {
  BufferGeometry,
  type Camera,
  Color,
  OneMinusSrcAlphaFactor,
  Points,
  type ShaderMaterial,
  type Vector3,
} from 'three';
import { knowView, lightMaterial, NOWHERE, VERTEX_END } from '../light/light.ts';
import { paletteTexture } from '../light/palette.ts';
import { STEPS } from '../sync/color-scale.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { CLIMB, HEADINGS } from '../sync/heading-colors.ts';
import type { Paint } from '../sync/paint.ts';
import { PAINT_SHADER, POINT_SHADER, PointColumns, type SpeciesLook } from './point-columns.ts';
import { VisibleRuns } from './visible-runs.ts';

/** What the color of a point shows. Each number stands for a choice in the shader. */
export const BY = { species: 0, heading: 1, speed: 2, paint: 3 } as const;

/** The choice in the shader for the colors of a state. The shader reads colors that it cannot compute. */
export function choiceOf({ by, flash }: Pick<Paint, 'by' | 'flash'>): number {
  if (by === 'species') return BY.species;
  return flash === 0 && by in BY ? BY[by as keyof typeof BY] : BY.paint;
}

/** Whether points have the colors of agents that the CPU computes. */
export function readsPaint(paint: Pick<Paint, 'by' | 'flash' | 'cover'>): boolean {
  const by = choiceOf(paint);
  return by === BY.paint || (by === BY.species && paint.cover > 0);
}

/** The minimum diameter of a point, in pixels. A smaller point is drawn with this diameter, but with less light. */
export const LEAST = 1.5;
export const LARGEST = 24;
/** The minimum brightness of a point. Where points should be even dimmer, some of the points are left out. */
export const FAINTEST = 0.4;

/** The length of a stroke, as a multiple of the size of the point. */
export const STROKE = 3.6;
/** Half the width of a stroke, as a multiple of the size of the point. */
export const SLIM = 0.34;
/** The direction from which a lamp shines on points. If points are drawn as strokes, they flash when they turn. */
export const LAMP = [0.45, 0.8, 0.4] as const;

const VERTEX = /* glsl */ `
  ${POINT_SHADER}
  ${PAINT_SHADER}
  uniform int by;
  uniform float fastest; // m/s; the end of the scale
  uniform bool flatScene;
  uniform sampler2D palette;
  uniform float reach;
  uniform vec3 center;
  uniform vec3 haze;
  varying vec4 tint;
  varying vec4 stroke; // direction on the screen, half the length and half the width, pixels
  varying float side; // pixels

  const float LEAST = ${LEAST.toFixed(1)};
  const float LARGEST = ${LARGEST.toFixed(1)};
  const float FAINTEST = ${FAINTEST.toFixed(1)};

  vec3 headed(float speed) {
    vec2 level = speed < 1e-6 ? vec2(1.0, 0.0) : vec2(velocity.x, flatScene ? velocity.y : -velocity.z);
    float turn = atan(level.y, level.x) / 6.2831853;
    float light = flatScene || speed < 1e-6 ? 1.0 : 1.0 + ${CLIMB} * velocity.y / speed;
    // between the colors of two headings, around the circle
    vec3 color = texture(palette, vec2(turn + 0.5 / ${HEADINGS}.0, 0.25)).rgb;
    return min(light * color, 1.0);
  }
  vec3 colored(float speed) {
    if (by == ${BY.paint}) return paint.rgb;
    if (by == ${BY.heading}) return headed(speed);
    if (by == ${BY.speed}) {
      float at = clamp(speed / max(fastest, 1e-6), 0.0, 1.0);
      return texture(palette, vec2((0.5 + at * ${STEPS - 1}.0) / ${STEPS}.0, 0.75)).rgb;
    }
    // The heading tints the color, so that streams in a flock show as bands of color.
    vec3 heading = velocity / max(speed, 1e-6);
    vec3 own = clamp(colors[kind] + 0.16 * vec3(heading.z, heading.y, -heading.x), 0.0, 1.0);
    return mix(own, paint.rgb, painted);
  }
  // Thin bodies flash when they turn: this is the light that a hair in the given direction reflects from a lamp near
  // the eye. source: Kajiya and Kay 1989, Rendering fur with three dimensional textures
  float flash(vec3 way, vec3 toEye) {
    float lamp = dot(way, normalize(vec3(${LAMP.join(', ')})));
    float eye = dot(way, toEye);
    float thrown = sqrt(max(0.0, 1.0 - lamp * lamp)) * sqrt(max(0.0, 1.0 - eye * eye)) - lamp * eye;
    return pow(max(0.0, thrown), 14.0);
  }

  void main() {
    unpack();
    float size = sizes[kind];
    vec4 mvPosition = modelViewMatrix * vec4(placed, 1.0);
    vec4 place = projectionMatrix * mvPosition;
    float seen = size * pixelsPerMeter(place);
    // Level of detail: far points are dimmer. Below a minimum brightness, fewer but brighter points are drawn; each one
    // fades out gradually, in the order of its rank.
    float light = min(1.0, seen * seen / (LEAST * LEAST));
    float share = min(1.0, light / FAINTEST);
    float there = clamp(share * 257.0 - rank, 0.0, 1.0);
    gl_Position = size > 0.0 && there > 0.0 ? place : ${NOWHERE};
    // Large points become strokes along their velocity, so that the streams of a flock are visible, like iron filings
    // in a magnetic field.
    float speed = length(velocity);
    vec3 heading = velocity / max(speed, 1e-6);
    vec4 ahead = projectionMatrix * modelViewMatrix * vec4(placed + ${STROKE} * size * heading, 1.0);
    float aspect = projectionMatrix[1][1] / projectionMatrix[0][0];
    vec2 way = (ahead.xy / ahead.w - place.xy / place.w) * 0.5 * viewHeight * vec2(aspect, 1.0);
    float span = length(way);
    float width = clamp(seen, LEAST, LARGEST);
    float slim = speed > 1e-6 ? smoothstep(1.0, 2.0, seen) : 0.0;
    float drawn = ahead.w > 0.0 ? min(span, 2.0 * LARGEST) * slim : 0.0;
    side = width + drawn + 1.0;
    gl_PointSize = side;
    stroke = vec4(way / max(span, 1e-6) * vec2(1.0, -1.0), 0.5 * drawn, mix(0.5, ${SLIM}, slim) * width);
    // Depth: near points are bright and far points fade into the haze, except in the plane. Close to the eye, points
    // are large and faint.
    float focus = distance(cameraPosition, center);
    float away = flatScene ? 0.0 : clamp((-mvPosition.z - focus + reach) / (2.0 * reach), 0.0, 1.0);
    float close = seen > LARGEST ? LARGEST / seen : 1.0;
    vec3 toEye = normalize(cameraPosition - (modelMatrix * vec4(placed, 1.0)).xyz);
    float lit = speed > 1e-6 ? flash(heading, toEye) : 0.0;
    vec3 color = colored(speed) * mix(0.7, 1.0, lit) + 0.22 * lit;
    color = mix(color, haze, 0.85 * smoothstep(0.15, 1.0, away));
    tint = vec4(color, mix(0.95, 0.25, smoothstep(0.0, 0.95, away)) * light / share * there * close);
    ${VERTEX_END}
  }
`;
const FRAGMENT = /* glsl */ `
  varying vec4 tint;
  varying vec4 stroke;
  varying float side;
  void main() {
    vec2 off = (gl_PointCoord - 0.5) * side;
    float along = dot(off, stroke.xy);
    float across = dot(off, vec2(-stroke.y, stroke.x));
    // an edge that is one pixel soft; the tail is thin
    float tail = stroke.z > 0.0 ? smoothstep(-1.3, 0.9, along / stroke.z) : 1.0;
    float away = length(vec2(max(abs(along) - stroke.z, 0.0), across));
    float disc = 1.0 - smoothstep(stroke.w * (0.25 + 0.2 * tail), stroke.w * (0.7 + 0.3 * tail) + 0.25, away);
    float strength = tint.a * disc * tail;
    // Near points cover those behind them, so that many points do not add up to white.
    shine(tint.rgb, strength, 0.92 * strength);
  }
`;

export interface PointsLook extends SpeciesLook {
  /** The sphere in which points get darker from the side near the camera to the far side. The radius is in m. */
  readonly extent: { readonly center: Vector3; readonly radius: number };
  /** Whether the scene is flat. The colors of headings then show directions in the plane. */
  readonly flat: boolean;
  /** The color into which distant points fade. */
  readonly haze: Color;
}

/** Draws agents as points of light. One object draws all species. Suitable for very many agents. */
export class AgentPoints extends Points<BufferGeometry, ShaderMaterial[]> {
  readonly #columns: PointColumns;
  readonly #runs: VisibleRuns;

  constructor(state: DrawnState, look: PointsLook) {
    const geometry = new BufferGeometry();
    const columns = new PointColumns(geometry, state);
    const uniforms = {
      ...columns.uniforms(look),
      by: { value: BY.species as number },
      fastest: { value: 0 },
      flatScene: { value: look.flat },
      palette: { value: paletteTexture() },
      reach: { value: look.extent.radius },
      center: { value: look.extent.center },
      haze: { value: new Color().copy(look.haze).convertLinearToSRGB() },
    };
    const defines = { SPECIES: look.sizes.length };
    const shaders = { vertexShader: VERTEX, fragmentShader: FRAGMENT };
    // three.js draws the groups of a geometry only if the material is a list.
    super(geometry, [lightMaterial({ ...shaders, uniforms, defines }, OneMinusSrcAlphaFactor)]);
    this.#columns = columns;
    this.#runs = new VisibleRuns((STROKE / 2) * Math.max(...look.sizes));
    knowView(this, uniforms);
    this.frustumCulled = false;
  }

  /**
   * Shows the agents at the moment that is `lag` seconds before the tick of the state. If a camera is given, blocks of
   * points outside its view are not drawn.
   */
  update(state: DrawnState, lag: number, camera?: Camera): void {
    const { paint, agents } = state;
    const by = choiceOf(paint);
    const painted = by === BY.species ? paint.cover : 0;
    this.#columns.update(state, readsPaint(paint));
    this.geometry.clearGroups();
    for (const { start, count } of this.#runs.of(agents, lag, camera)) {
      this.geometry.addGroup(start, count, 0);
    }
    const { uniforms } = this.material[0]!;
    uniforms.lag!.value = lag;
    uniforms.by!.value = by;
    uniforms.painted!.value = painted;
    uniforms.fastest!.value = paint.scale?.to ?? 0;
  }

  override dispose(): void {
    const [material] = this.material;
    material!.uniforms.palette!.value.dispose();
    this.#columns.dispose();
    this.geometry.dispose();
    material!.dispose();
  }
}
