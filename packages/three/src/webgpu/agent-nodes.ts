import type { Vector3 } from 'three';
import {
  cross,
  dot,
  Fn,
  mat3,
  materialColor,
  normalLocal,
  positionLocal,
  select,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import type { Node, NodeBuilder, NodeMaterial } from 'three/webgpu';

/** What a shader knows of the agent of an instance. */
export interface AgentNodes {
  /** The position at the tick of the state, in m, and the scale of the body. */
  readonly place: Node<'vec4'>;
  /** m/s */
  readonly velocity: Node<'vec3'>;
  readonly color: Node<'vec3'>;
  /** Unit vectors ahead and up; undefined if bodies do not turn with headings. */
  readonly frame: readonly [ahead: Node<'vec3'>, top: Node<'vec3'>] | undefined;
  /** How long before the state agents are shown, in s. */
  readonly lag: Node<'float'>;
}

/**
 * Copies a material, and changes the copy so that it draws agents. The nodes of the copy do the same as the shader of
 * the main entry point.
 */
export function drawAgents(
  given: NodeMaterial,
  { place, velocity, color, frame, lag }: AgentNodes,
  orient: 'velocity' | 'heading' | 'none',
  upright: Vector3,
): NodeMaterial {
  const material = given.clone();
  // The columns point to the left, up and ahead, as in getMatrixAt.
  const turn = Fn(() => {
    if (orient === 'none') return mat3(1, 0, 0, 0, 1, 0, 0, 0, 1);
    if (frame !== undefined) {
      const [ahead, top] = frame;
      return mat3(cross(top, ahead), top, ahead);
    }
    const moving = dot(velocity, velocity).greaterThan(1e-12);
    const ahead = select(moving, velocity.normalize(), vec3(1, 0, 0)).toVar();
    const side = cross(vec3(upright), ahead).toVar();
    // Straight up or down, any side direction will do.
    const other = cross(ahead.yzx.add(0.1), ahead).normalize();
    side.assign(select(dot(side, side).greaterThan(1e-6), side.normalize(), other));
    return mat3(side, cross(ahead, side), ahead);
  })();
  const center = place.xyz.sub(velocity.mul(lag));
  const body = (given.positionNode ?? positionLocal) as Node<'vec3'>;
  material.positionNode = center.add(turn.mul(body.mul(place.w)));
  const own = (given.colorNode ?? materialColor) as Node<'vec4'>;
  material.colorNode = vec4(own).mul(vec4(varying(color), 1));
  const setup = material.setupPosition;
  material.setupPosition = (builder: NodeBuilder) => {
    const position = setup.call(material, builder);
    normalLocal.assign(turn.mul(normalLocal));
    return position;
  };
  return material;
}
