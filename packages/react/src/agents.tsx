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

/** The event handlers of React Three Fiber. Each `ThreeEvent` also has the id of the agent. */
type AgentHandlers = {
  readonly [Name in keyof EventHandlers]?: NonNullable<EventHandlers[Name]> extends (
    event: infer Event,
  ) => void
    ? Event extends ThreeEvent<infer Native>
      ? (event: ThreeEvent<Native> & Pick<AgentIntersection, 'agent'>) => void
      : (event: Event) => void
    : never;
};

/** The properties of a mesh that apply to the object as a whole. */
type ObjectProps = Omit<
  ThreeElements['mesh'],
  keyof EventHandlers | 'args' | 'attach' | 'children' | 'object' | 'ref' | 'scale' | 'raycast'
>;

export interface AgentsProps
  extends ObjectProps,
    AgentHandlers,
    Pick<AgentsOptions, 'species' | 'ahead' | 'color' | 'orient' | 'scale'> {
  /** A ref to the object in the scene. */
  readonly ref?: Ref<AgentsObject>;
  /** The body and its look: a geometry and a material. Not needed if the props `geometry` and `material` are set. */
  readonly children?: ReactNode;
}

const OPTIONS = ['species', 'ahead', 'color', 'orient', 'scale'];

/**
 * Shows the agents of the surrounding `<Skein>` as one mesh in one draw call. The children of this component are the
 * geometry of the body and the material. The component accepts the options of `createAgents`, the properties of a mesh,
 * and handlers of pointer events. A handler finds the id of the agent in `event.agent`.
 *
 * Throws PropsError PROPS_INVALID and ThreeError OPTION_INVALID to the nearest error boundary.
 */
export function Agents({ children, geometry, material, ref, ...props }: AgentsProps): ReactNode {
  const { species, ahead, color, orient, scale, ...rest } = props;
  checkNames('Agents', props, OPTIONS, 'mesh');
  const { driver } = useRunning('<Agents>');
  const carrier = useRef<Mesh>(null);
  /** The geometry and the material of the current children. */
  const [parts, setParts] = useState<{ body: BufferGeometry; material: Material }>();
  const latest = useLatest(color);

  const look = () => {
    const { geometry: body, material } = carrier.current ?? {};
    if (body === undefined || material === undefined || Array.isArray(material)) return;
    if (parts?.body === body && parts.material === material) return;
    setParts({ body, material });
  };
  // Children may change without a render of this component.
  useFrame(look);
  useLayoutEffect(look);

  const make = () => {
    if (parts === undefined || driver.disposed) return undefined;
    // The default geometry of a new Mesh has no attributes.
    if (geometry === undefined && Object.keys(parts.body.attributes).length === 0) {
      const expected = 'a geometry, or the prop `geometry`';
      const found = 'no geometry';
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
      // React Three Fiber tells hits apart by `instanceId`. The index of an agent changes from tick to tick, so its id
      // is used.
      for (const hit of intersects.slice(first) as AgentIntersection[]) hit.instanceId = hit.agent;
    };
    return made;
  };
  // A render may pass new functions with the same results, so the results decide whether anything changed.
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

/** Attaches a child without adding it to the scene. */
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
