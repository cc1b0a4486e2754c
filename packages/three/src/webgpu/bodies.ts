import {
  DoubleSide,
  InstancedBufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
} from 'three';
import {
  attribute,
  cameraPosition,
  cameraProjectionMatrix,
  clamp,
  cos,
  cross,
  dFdx,
  dFdy,
  dot,
  Fn,
  float,
  max,
  mix,
  modelViewMatrix,
  modelWorldMatrix,
  select,
  sin,
  uint,
  uniform,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import { type Node, NodeMaterial } from 'three/webgpu';
import type { BodyLook } from '../bodies/bodies.ts';
import type { BodyColumns } from '../bodies/body-columns.ts';
import type { Shape } from '../bodies/shapes.ts';
import type { DrawnState } from '../sync/drawn-state.ts';
import { AT_REST } from '../sync/poses.ts';
import { ofSpecies } from './agent-points.ts';
import type { CardColumns } from './card-columns.ts';
import { type Mixing, mixable, pixelsPerMeter } from './light.ts';

/**
 * Draws all agents that have the same shape, in the same way as `Bodies`: they face their velocity, and roll when they
 * turn.
 */
export class NodeBodies extends Mesh<InstancedBufferGeometry, NodeMaterial> {
  readonly #columns: BodyColumns;
  readonly #lag = uniform(0);
  readonly #painted = uniform(0);

  /** @param card the nodes of agents whose state is on the graphics card; their poses and colors come from the CPU */
  constructor(
    shape: Shape,
    columns: BodyColumns,
    look: BodyLook,
    mixing: Mixing,
    card?: ReturnType<CardColumns['at']>,
  ) {
    super(new InstancedBufferGeometry());
    const vertices = new InterleavedBuffer(shape.vertices, 7);
    this.geometry.setAttribute('position', new InterleavedBufferAttribute(vertices, 3, 0));
    this.geometry.setAttribute('look', new InterleavedBufferAttribute(vertices, 4, 3));
    columns.attach(this.geometry);
    this.frustumCulled = false;
    this.#columns = columns;
    const agent = attribute<'vec4'>('agent', 'vec4');
    const velocity = card?.vector('velocity') ?? attribute<'vec3'>('velocity', 'vec3');
    const kind = ofSpecies(look, card?.species ?? uint(agent.w.add(0.5)));
    const { color } = kind;
    const size = card?.isAlive.select(kind.size, float(0)) ?? kind.size;
    const body = bodyOf(shape, columns.isPosed ? undefined : velocity, this.#lag, look.dt);
    const turn = frameOf(body.stand, look, shape.bank);
    const center = (card?.vector('position') ?? agent.xyz).sub(velocity.mul(this.#lag)).toVar();
    const least = float(shape.pixels).div(pixelsPerMeter(clipOf(center)));
    const length = max(size, least);
    const at = center.add(turn.apply(body.at).mul(length)).toVar();
    // The heading tints the color, so that streams in a flock show as bands of color.
    const { ahead } = turn;
    const lean = vec3(ahead.z, ahead.y, ahead.x.negate()).mul(shape.tint);
    const own = mix(
      clamp(color.add(lean), 0, 1),
      attribute<'vec4'>('paint', 'vec4').xyz,
      this.#painted,
    );
    const tone = attribute<'vec4'>('look', 'vec4').yzw;
    this.material = bodyMaterial(
      { at, isShown: size.greaterThan(0), hue: own.mul(tone) as Node<'vec3'> },
      look,
      mixing,
    );
  }

  /** Shows the agents at the moment `lag` seconds before the state. */
  update(state: DrawnState, lag: number): void {
    this.#columns.update(state);
    this.geometry.instanceCount = state.living;
    this.visible = state.living > 0;
    this.#lag.value = lag;
    this.#painted.value = state.paint.cover;
  }

  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}

function clipOf(place: Node<'vec3'>): Node<'vec4'> {
  return cameraProjectionMatrix.mul(modelViewMatrix.mul(vec4(place, 1))) as Node<'vec4'>;
}

/**
 * Computes the orientation of a body, and the position of a vertex relative to the body. Without a `velocity`, bodies have
 * poses.
 */
function bodyOf(
  shape: Shape,
  velocity: Node<'vec3'> | undefined,
  lag: Node<'float'>,
  dt: number,
): { stand: Node<'vec4'>; at: Node<'vec3'> } {
  const position = attribute<'vec3'>('position', 'vec3');
  if (velocity !== undefined) return { stand: vec4(velocity, 0), at: position };
  const beat = attribute<'vec2'>('beat', 'vec2');
  const effort = beat.y;
  const worked = beat.x.sub(lag.mul(mix(float(AT_REST), float(1), effort)));
  return {
    stand: mix(
      attribute<'vec4'>('pose', 'vec4'),
      attribute<'vec4'>('before', 'vec4'),
      clamp(lag.div(dt), -1, 1),
    ) as Node<'vec4'>,
    at: moved(shape, position, worked.mul(2 * Math.PI * shape.rate), effort),
  };
}

/**
 * Moves a vertex with the beat of the body. Wings rotate about the long axis of the body. The outer part of a wing
 * follows the inner part with a delay. Tails swing sideways, more strongly toward the end.
 */
function moved(
  { flap, wave }: Shape,
  at: Node<'vec3'>,
  phase: Node<'float'>,
  effort: Node<'float'>,
): Node<'vec3'> {
  const limb = attribute<'vec4'>('look', 'vec4').x;
  const away = at.x.abs();
  const beat = sin(phase.sub(away.mul(0.8)));
  const wing = limb.mul(flap).mul(effort.mul(0.75).add(0.25)).mul(beat).toVar();
  const back = float(0.5).sub(at.z);
  const swing = effort.mul(0.6).add(0.4).mul(wave).mul(back).mul(back);
  const side = at.x.sign().mul(away).mul(cos(wing));
  return vec3(
    side.add(swing.mul(sin(phase.add(at.z.mul(3.5))))),
    at.y.add(away.mul(sin(wing))),
    at.z,
  );
}

/**
 * Computes the directions left, up and ahead of a body. The body faces along `stand.xyz`, and rolls by `bank` times
 * `stand.w`.
 */
function frameOf(stand: Node<'vec4'>, { upright }: BodyLook, bank: number) {
  const along = stand.xyz;
  const isMoving = dot(along, along).greaterThan(1e-12);
  const ahead = select(isMoving, along.normalize(), vec3(1, 0, 0)).toVar() as Node<'vec3'>;
  const aside = cross(vec3(upright), ahead).toVar();
  // Straight up or down, any side direction will do.
  const other = cross(ahead.yzx.add(0.1), ahead).normalize();
  const isSlanted = dot(aside, aside).greaterThan(1e-6);
  const side = select(isSlanted, aside.normalize(), other).toVar() as Node<'vec3'>;
  const top = cross(ahead, side).toVar();
  const roll = stand.w.mul(bank).toVar();
  const left = side.mul(cos(roll)).sub(top.mul(sin(roll)));
  const up = top.mul(cos(roll)).add(side.mul(sin(roll)));
  return {
    ahead,
    apply: (at: Node<'vec3'>) =>
      left.mul(at.x).add(up.mul(at.y)).add(ahead.mul(at.z)) as Node<'vec3'>,
  };
}

/** The values that a vertex of a body passes on to the fragment shader. */
interface BodyVertex {
  readonly at: Node<'vec3'>;
  readonly isShown: Node<'bool'>;
  readonly hue: Node<'vec3'>;
}

/**
 * Creates the material of bodies with flat facets. The sun lights the bodies, and distant bodies fade into the haze.
 */
function bodyMaterial(
  { at, isShown, hue }: BodyVertex,
  { sun, reach }: BodyLook,
  mixing: Mixing,
): NodeMaterial {
  const material = new NodeMaterial();
  const view = modelViewMatrix.mul(vec4(at, 1)) as Node<'vec4'>;
  const clip = cameraProjectionMatrix.mul(view) as Node<'vec4'>;
  material.vertexNode = isShown.select(clip, vec4(2, 2, 2, 1));
  const place = varying((modelWorldMatrix.mul(vec4(at, 1)) as Node<'vec4'>).xyz);
  const depth = varying(view.z.negate());
  const color = varying(hue);
  material.fragmentNode = Fn(() => {
    const eye = cameraPosition.sub(place).normalize().toVar();
    const normal = cross(dFdx(place), dFdy(place)).normalize().toVar();
    // The normal on the side of the facet that faces the eye.
    const facet = select(dot(normal, eye).lessThan(0), normal.negate(), normal).toVar();
    const lit = max(0, dot(facet, vec3(sun)))
      .mul(0.58)
      .add(0.5);
    const edge = float(1).sub(dot(facet, eye));
    const shade = color.mul(lit.add(edge.mul(edge).mul(0.25)));
    const haze = clamp(depth.sub(reach).div(4 * reach), 0, 0.6);
    const shown = max(mix(shade, vec3(0.01, 0.03, 0.05), haze), vec3(0)) as Node<'vec3'>;
    return vec4(mixable(shown, mixing), 1);
  })();
  material.side = DoubleSide;
  material.fog = false;
  return material;
}
