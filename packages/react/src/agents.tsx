import {
  type EventHandlers,
  type ThreeElements,
  type ThreeEvent,
  useFrame,
} from '@react-three/fiber';
import type { Species } from '@skein/core';
import {
  type AgentIntersection,
  Agents as AgentsObject,
  type AgentsOptions,
  createAgents,
} from '@skein/three';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { type BufferGeometry, Color, type Material, type Mesh } from 'three';
import { useRunning } from './context.ts';
import { given } from './given.ts';
import { checkNames } from './prop-names.ts';
import { PropsError } from './props-error.ts';
import { useLatest } from './use-latest.ts';
import { useSceneObject } from './use-scene-object.ts';

/** The handlers of events of React Three Fiber, whose events have the id of the agent. */
type AgentHandlers = {
  readonly [Name in keyof EventHandlers]?: NonNullable<EventHandlers[Name]> extends (
    event: infer Event,
  ) => void
    ? Event extends ThreeEvent<infer Native>
      ? (event: ThreeEvent<Native> & Pick<AgentIntersection, 'agent'>) => void
      : (event: Event) => void
    : never;
};

/** Properties of a mesh that are those of the object as a whole. */
type ObjectProps = Omit<
  ThreeElements['mesh'],
  keyof EventHandlers | 'args' | 'attach' | 'children' | 'object' | 'ref' | 'scale' | 'raycast'
>;

export interface AgentsProps
  extends ObjectProps,
    AgentHandlers,
    Pick<AgentsOptions, 'species' | 'ahead' | 'color' | 'orient' | 'scale'> {
  /** The object in the scene. */
  readonly ref?: Ref<AgentsObject>;
  /** A geometry and a material, unless `geometry` and `material` give them. */
  readonly children?: ReactNode;
}

const OPTIONS = ['species', 'ahead', 'color', 'orient', 'scale'];

/**
 * The agents of the `<Skein>` around it as one mesh, one draw call. Its children are the body and the material. It takes
 * the options of `createAgents`, the properties of a mesh, and handlers of pointer events, which find the id of the
 * agent in `event.agent`.
 *
 * Throws PropsError PROPS_INVALID and ThreeError OPTION_INVALID to the nearest error boundary.
 */
export function Agents({ children, geometry, material, ref, ...props }: AgentsProps): ReactNode {
  const { species, ahead, color, orient, scale, ...rest } = props;
  checkNames('Agents', props, OPTIONS, 'mesh');
  const { driver } = useRunning('<Agents>');
  const carrier = useRef<Mesh>(null);
  /** What the body is made of, as the children have it now. */
  const [parts, setParts] = useState<{ body: BufferGeometry; material: Material }>();
  const latest = useLatest(color);

  const look = () => {
    const { geometry: body, material } = carrier.current ?? {};
    if (body === undefined || material === undefined || Array.isArray(material)) return;
    if (parts?.body === body && parts.material === material) return;
    setParts({ body, material });
  };
  // Children may change by themselves.
  useFrame(look);
  useLayoutEffect(look);

  const make = () => {
    if (parts === undefined || driver.disposed) return undefined;
    // What a mesh is made with.
    if (geometry === undefined && Object.keys(parts.body.attributes).length === 0) {
      const expected = 'one, or the prop geometry';
      const found = 'no geometry among them';
      throw new PropsError('Agents', [{ path: 'children', found, expected }]);
    }
    const made = createAgents(driver, {
      ...parts,
      ...given({ species, ahead, orient, scale }),
      ...(typeof color === 'function'
        ? { color: (agent, into) => callColor(latest.current, agent, into) }
        : given({ color })),
    });
    made.raycast = (raycaster, intersects) => {
      const first = intersects.length;
      AgentsObject.prototype.raycast.call(made, raycaster, intersects);
      // It distinguishes events: an agent stays the same when its place among the others changes.
      for (const hit of intersects.slice(first) as AgentIntersection[]) hit.instanceId = hit.agent;
    };
    return made;
  };
  // Functions may be others in each render: what they give decides.
  const scales = scaleKey(scale, driver.world.scenario.species);
  const colors = colorKey(color);
  const agents = useSceneObject(make, [driver, parts, species, ahead, orient, scales, colors]);

  return (
    <>
      <mesh
        ref={carrier}
        attach={outside}
        {...(geometry !== undefined && { geometry })}
        {...(material !== undefined && { material })}
      >
        {children}
      </mesh>
      {agents && <primitive key={agents.id} {...rest} ref={ref} object={agents} />}
    </>
  );
}

/** The children need something to be attached to, which is no part of the scene. */
function outside(): () => void {
  return () => {};
}

function callColor(
  color: AgentsOptions['color'],
  ...[agent, into]: Parameters<Extract<AgentsOptions['color'], CallableFunction>>
): void {
  if (typeof color === 'function') color(agent, into);
}

function scaleKey(scale: AgentsOptions['scale'], species: readonly Species[]): string {
  return typeof scale === 'function' ? species.map(scale).join() : String(scale);
}

function colorKey(color: AgentsOptions['color']): string {
  if (color === undefined || color === 'species') return 'species';
  if (typeof color === 'function') return 'function';
  return typeof color === 'object' ? new Color(color).toArray().join() : String(color);
}
