import { parseScenarioText } from '@skein/core';
import type {
  Agents as AgentsObject,
  Particles as ParticlesObject,
  Trails as TrailsObject,
} from '@skein/three';
import { type RefObject, useState } from 'react';
import { Matrix4, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { expect, it, vi } from 'vitest';
import beamsText from '../../../scenarios/beams.json?raw';
import { Agents, Particles, type RunningWorld, Skein, Trails } from '../src/index.ts';
import { mount } from './mount.tsx';
import { flock } from './scene.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };
const until = (condition: () => unknown) =>
  expect.poll(() => Boolean(condition()), PATIENCE).toBe(true);

const refs = () => ({
  run: { current: null } as RefObject<RunningWorld | null>,
  agents: { current: null } as RefObject<AgentsObject | null>,
});

it('shows the agents at the places of the views, as one object in the scene, and removes them', async () => {
  const { run, agents } = refs();
  const scene = (shown: boolean) => (
    <Skein ref={run} scenario={flock()} workers={1} paused>
      {shown && (
        <Agents ref={agents} species="hawk" ahead="y" scale={2} castShadow position={[1, 2, 3]}>
          <coneGeometry args={[0.3, 1, 5]} />
          <meshStandardMaterial />
        </Agents>
      )}
    </Skein>
  );
  const mounted = mount(scene(true));
  await until(() => agents.current !== null);
  const object = agents.current!;
  expect(object.castShadow).toBe(true);
  expect(object.position.toArray()).toEqual([1, 2, 3]);
  const meshes: unknown[] = [];
  mounted.state.scene.traverse((one) => one instanceof Mesh && meshes.push(one));
  expect(meshes).toEqual([object]);
  const { world, driver } = run.current!;
  driver.step(3);
  await until(() => world.tick === 3);
  await driver.whenIdle(() => {});
  const { position } = world.views;
  const matrix = new Matrix4();
  for (let i = 0; i < world.count; i++) {
    object.getMatrixAt(i, matrix);
    const at = new Vector3().setFromMatrixPosition(matrix);
    const there = new Vector3(position.x[i], position.y[i], position.z[i]);
    expect(at.distanceTo(there)).toBeLessThan(1e-5);
  }
  mounted.show(scene(false));
  await until(() => agents.current === null);
  expect(object.parent).toBeNull();
});

it('keeps its object while functions change, and replaces it for another species, color or geometry', async () => {
  const { run, agents } = refs();
  let tint = 0.25;
  const scene = (species: string, color: number | undefined, radius: number) => (
    <Skein ref={run} scenario={flock()} workers={1}>
      <Agents
        ref={agents}
        species={species}
        color={color ?? ((_, into) => into.setScalar(tint))}
        scale={() => 1}
      >
        <coneGeometry args={[radius, 1, 5]} />
        <meshStandardMaterial roughness={radius} />
      </Agents>
    </Skein>
  );
  const mounted = mount(scene('boid', undefined, 0.3));
  await until(() => agents.current !== null);
  const first = agents.current!;
  const shade = () => first.geometry.attributes.tint!.getX(0);
  expect(shade()).toBe(0.25);
  tint = 0.5;
  mounted.show(scene('boid', undefined, 0.3));
  await until(() => shade() === 0.5);
  expect(agents.current).toBe(first);
  const found = [first];
  for (const [species, color, radius] of [
    ['hawk', undefined, 0.3],
    ['hawk', 0xff0000, 0.3],
    ['hawk', 0xff0000, 0.4],
  ] as const) {
    mounted.show(scene(species, color, radius));
    await until(() => agents.current !== null && agents.current !== found.at(-1));
    await until(() => (agents.current!.material as MeshStandardMaterial).roughness === radius);
    found.push(agents.current!);
    expect(found.at(-2)!.parent).toBeNull();
  }
  expect(new Set(found).size).toBe(4);
});

let recolor: (color: string) => void = () => {};

/** A material that changes by itself. */
function Paint() {
  const [color, setColor] = useState('#ff0000');
  recolor = setColor;
  return <meshStandardMaterial color={color} />;
}

it('shows changes of a material, without another object', async () => {
  const { agents } = refs();
  mount(
    <Skein scenario={flock()} workers={1}>
      <Agents ref={agents}>
        <boxGeometry />
        <Paint />
      </Agents>
    </Skein>,
  );
  await until(() => agents.current !== null);
  const object = agents.current!;
  const color = () => (object.material as MeshStandardMaterial).color.getHexString();
  expect(color()).toBe('ff0000');
  recolor('#0000ff');
  await until(() => color() === '0000ff');
  expect(agents.current).toBe(object);
});

it('takes a geometry and a material, and reports mistakes', async () => {
  // React also reports to the page the errors that a boundary catches.
  vi.stubGlobal('reportError', () => {});
  const { agents } = refs();
  const { geometry, material } = new Mesh(undefined, new MeshStandardMaterial());
  const mounted = mount(
    <Skein scenario={flock()} workers={1}>
      <Agents geometry={geometry} material={material} ref={agents} species="bird" />
    </Skein>,
  );
  await until(() => mounted.errors.length > 0);
  const { problems } = mounted.errors[0] as { problems: { path: string }[] };
  expect(problems.map(({ path }) => path)).toEqual(['$.species', '$.body']);
});

it('shows trails and particles, replaces them for other options, and removes them', async () => {
  const trails: RefObject<TrailsObject | null> = { current: null };
  const particles: RefObject<ParticlesObject | null> = { current: null };
  const beams = parseScenarioText(beamsText);
  const scene = (length: number, color: string) => (
    <Skein scenario={beams} workers={1} paused>
      <Trails ref={trails} length={length} color={color} position={[1, 2, 3]} />
      <Particles ref={particles} kinds={['trail']} visible={false} />
    </Skein>
  );
  const mounted = mount(scene(1.8, 'red'));
  await until(() => trails.current !== null);
  const [first, others] = [trails.current!, particles.current!];
  expect(first.position.toArray()).toEqual([1, 2, 3]);
  expect(others.visible).toBe(false);
  mounted.show(scene(1.8, 'red'));
  mounted.show(scene(0.7, 'red'));
  await until(() => trails.current !== null && trails.current !== first);
  expect(first.parent).toBeNull();
  expect(particles.current).toBe(others);
  mounted.show(null);
  await until(() => trails.current === null);
  expect(mounted.state.scene.children).toEqual([]);
});

it('gives the id of the agent with pointer events, and distinguishes agents by it', async () => {
  const { run, agents } = refs();
  const events: [string, number][] = [];
  // One agent in front of the camera, and one beside that.
  const spawn = {
    type: 'points',
    positions: [
      [9, 9, 0],
      [0, 0, 0],
      [2, 0, 0],
    ],
  } as never;
  const species = [{ name: 'post', count: 3, maxSpeed: 1, maxForce: 1, spawn }];
  const mounted = mount(
    <Skein ref={run} scenario={{ name: 'posts', species }} workers={1}>
      <Agents
        ref={agents}
        onClick={(event) => events.push(['click', event.agent])}
        onPointerOver={(event) => events.push(['over', event.agent])}
        onPointerOut={(event) => events.push(['out', event.agent])}
      >
        <sphereGeometry args={[0.5, 8, 6]} />
        <meshBasicMaterial />
      </Agents>
    </Skein>,
    { children: null, camera: { position: [0, 0, 5] } },
  );
  await until(() => agents.current !== null && run.current!.world.tick > 2);
  const at = (x: number): { clientX: number; clientY: number } => {
    const there = new Vector3(x, 0, 0).project(mounted.state.camera);
    return { clientX: 80 * (1 + there.x), clientY: 60 * (1 - there.y) };
  };
  const send = (type: string, x: number) =>
    mounted.canvas.dispatchEvent(
      new PointerEvent(type, { ...at(x), bubbles: true, pointerId: 1, isPrimary: true }),
    );
  for (const x of [0, 2, 1]) send('pointermove', x);
  send('pointerdown', 0);
  send('pointerup', 0);
  send('click', 0);
  expect(events.filter(([type]) => type !== 'click')).toEqual([
    ['over', 1],
    ['out', 1],
    ['over', 2],
    ['out', 2],
  ]);
  expect(events.filter(([type]) => type === 'click')).toEqual([['click', 1]]);
});
