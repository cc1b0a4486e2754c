import { DoubleSide, Group, LineSegments, Mesh } from 'three';
import {
  attribute,
  cameraProjectionMatrix,
  clamp,
  cross,
  Discard,
  Fn,
  float,
  int,
  max,
  min,
  mix,
  modelViewMatrix,
  pow,
  smoothstep,
  uniform,
  uniformArray,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node, NodeMaterial } from 'three/webgpu';
import type { TrailRing } from '../sync/trail-ring.ts';
import { RibbonGeometry } from '../trails/ribbon-geometry.ts';
import { type RibbonsLook, YET_TO_BE } from '../trails/ribbons.ts';
import { type Mixing, NodeScale, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';

/**
 * Draws the trails of a ring in the same way as `Ribbons`. Each trail consists of a bright line, and of a ribbon of
 * glow along it.
 */
export class NodeRibbons extends Group {
  readonly #geometry: RibbonGeometry;
  readonly #now = uniform(0);
  readonly #fastest = uniform(0);
  readonly #scale = new NodeScale();
  readonly #line: NodeMaterial;
  readonly #glow: NodeMaterial;

  constructor(ring: TrailRing, look: RibbonsLook, mixing: Mixing = 'linear') {
    super();
    this.#geometry = new RibbonGeometry(ring);
    const segment = segmentOf(look, this.#now, this.#fastest, this.#scale);
    this.#line = lineMaterial(segment, look, mixing);
    this.#glow = glowMaterial(segment, look, mixing);
    const { lines, ribbons } = this.#geometry;
    this.add(new LineSegments(lines, this.#line), new Mesh(ribbons, this.#glow));
    // The bounds would change with every segment, and trails are nearly always visible.
    for (const child of this.children) child.frustumCulled = false;
  }

  /**
   * Shows the segments that were recorded since the last call.
   * @param seconds the simulated time of the state, in s
   * @param fastest the speed at the end of the color scale, in m/s; 0 if colors show the species
   */
  update(seconds: number, fastest = 0): void {
    this.#geometry.update();
    const isEmpty = this.#geometry.lines.drawRange.count === 0;
    for (const child of this.children) child.visible = !isEmpty;
    this.#now.value = seconds;
    this.#fastest.value = fastest;
  }

  override dispose(): void {
    this.#geometry.dispose();
    this.#line.dispose();
    this.#glow.dispose();
    this.#scale.dispose();
  }
}

/** The values of a vertex of a trail. Both the line and the ribbon of the trail use them. */
interface Segment {
  /** The position of the vertex in view space. */
  readonly view: Node<'vec4'>;
  readonly velocity: Node<'vec3'>;
  /** The age of the vertex, in s. It is below 0 for positions in the future. */
  readonly age: Node<'float'>;
  /** The freshness of the trail at the vertex: 1 at the head, falling to 0 where the trail has faded out. */
  readonly fresh: Node<'float'>;
  readonly hue: Node<'vec3'>;
}

function segmentOf(
  { colors, seconds, lag }: RibbonsLook,
  now: Node<'float'>,
  fastest: Node<'float'>,
  scale: NodeScale,
): Segment {
  const before = uniform(0).onRenderUpdate(() => lag.value);
  const velocity = attribute<'vec3'>('velocity', 'vec3');
  const age = now.sub(before).sub(attribute<'float'>('time', 'float'));
  const shown = colors.map((color) => color.clone().convertLinearToSRGB());
  const ofSpecies = uniformArray<'color'>(shown, 'color').element(
    int(attribute<'float'>('kind', 'float')),
  ) as unknown as Node<'vec3'>;
  const ofSpeed = scale.at(velocity.length().div(max(fastest, 1e-6)));
  const hue = fastest.greaterThan(0).select(ofSpeed, ofSpecies);
  return {
    view: viewOf(attribute<'vec3'>('position', 'vec3')),
    velocity,
    age,
    fresh: clamp(float(1).sub(age.div(seconds)), 0, 1),
    hue,
  };
}

function lineMaterial(
  { view, age, fresh, hue }: Segment,
  { fade }: RibbonsLook,
  mixing: Mixing,
): NodeMaterial {
  const young = pow(max(varying(fresh), 0), fade).toVar();
  const light = {
    view,
    clip: cameraProjectionMatrix.mul(view),
    isShown: fresh.greaterThan(0),
    color: flown(age, mix(varying(hue), vec3(1), young.mul(young).mul(0.6))),
    strength: young,
    cover: 0,
  };
  return nodeLightMaterial(light, mixing);
}

function glowMaterial(
  { view, velocity, age, fresh, hue }: Segment,
  { fade, width }: RibbonsLook,
  mixing: Mixing,
): NodeMaterial {
  const side = attribute<'float'>('side', 'float');
  // The ribbon lies along the path and faces the eye.
  const lens = cameraProjectionMatrix.mul(vec4(0, 0, 0, 1)) as Node<'vec4'>;
  const ahead = lens.w.equal(1).select(vec3(0, 0, -1), view.xyz);
  const way = modelViewMatrix.mul(vec4(velocity, 0)) as Node<'vec4'>;
  const across = cross(way.xyz, ahead).toVar();
  const outward = across
    .length()
    .greaterThan(1e-6)
    .select(across.normalize(), vec3(1, 0, 0));
  const radius = fresh
    .mul(0.65)
    .add(0.35)
    .mul(0.5 * width);
  // A ribbon narrower than three pixels is dimmer instead.
  const least = float(1.5).div(pixelsPerMeter(cameraProjectionMatrix.mul(view)));
  // The glow begins faintly at the head, which has a glow of its own; otherwise the end of the ribbon would show as an
  // edge.
  const onset = smoothstep(0, 0.08, age).mul(0.9).add(0.1);
  const strength = onset
    .mul(0.85)
    .mul(pow(fresh, fade))
    .mul(min(1, radius.div(least)));
  const edge = view.add(vec4(outward.mul(side).mul(max(radius, least)), 0));
  const near = float(1).sub(varying(side).abs());
  const light = {
    view: edge,
    clip: cameraProjectionMatrix.mul(edge),
    isShown: fresh.greaterThan(0),
    color: flown(age, varying(hue)),
    strength: near.mul(near).mul(varying(strength)),
    cover: 0,
  };
  const material = nodeLightMaterial(light, mixing);
  material.side = DoubleSide;
  return material;
}

/** Returns the color of a fragment. Where the trail is still in the future, the fragment is not drawn. */
function flown(age: Node<'float'>, color: Node<'vec3'>): Node<'vec3'> {
  const old = varying(age);
  return Fn(() => {
    Discard(old.lessThan(YET_TO_BE));
    return color;
  })();
}
