import { command, createWorld, parseScenario, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import { MeshBasicNodeMaterial, MeshLambertNodeMaterial, WebGPURenderer } from 'three/webgpu';
import { afterAll, expect, it, vi } from 'vitest';
import { chooseLayer, Device, GpuStepper } from '../../../gpu/src/index.ts';
import { chase } from '../../../gpu/test/helpers/check-ticks.ts';
import { createDriver } from '../../src/driver.ts';
import { createAgents } from '../../src/webgpu/agents.ts';
import { createCardAgents } from '../../src/webgpu/card-agents.ts';
import type { CardStepper } from '../../src/webgpu/card-columns.ts';
import { differing, HEIGHT, pictureByNodes, WIDTH } from './pictures.ts';

const device = await Device.open(navigator.gpu).catch((error: unknown) => {
  console.error(`skein: no WebGPU in this browser, ITS TEST IS LEFT OUT: ${error}`);
  return undefined;
});
afterAll(() => device?.close());

const colors = ['#e08030', '#3060e0'];
const species = chase.species.map((one, k) => ({ ...one, color: colors[k] }));
const scenario = parseScenario({ ...chase, species });
const body = new THREE.ConeGeometry(0.3, 1.2, 7);
const camera = new THREE.PerspectiveCamera(55, WIDTH / HEIGHT, 0.1, 200);
camera.position.set(5, 16, 30);
camera.lookAt(0, 0, 0);

function sceneOf(...objects: THREE.Object3D[]): THREE.Scene {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#102030');
  const sun = new THREE.DirectionalLight('#ffffff', 3);
  sun.position.set(4, 20, 6);
  return scene.add(sun, ...objects);
}

it.skipIf(device === undefined)(
  'draws from the memory of the card the picture that agents stepped by the CPU have',
  async () => {
    const renderer = new WebGPURenderer({ device: device!.device });
    await renderer.init();
    renderer.setSize(WIDTH, HEIGHT);
    const shown = (...objects: THREE.Object3D[]) =>
      pictureByNodes(renderer, sceneOf(...objects), camera);
    const empty = await shown();

    const [world, alone] = [createWorld(scenario), createWorld(scenario)];
    // The rows of the dead are not drawn.
    for (const one of [world, alone]) {
      command(one, { type: 'remove', ids: [2, 3, 5, 7] });
      tick(one);
    }
    const stepper = await GpuStepper.create(world, device!, await chooseLayer(device!));
    const material = new MeshLambertNodeMaterial();
    const looks = [
      {
        body,
        ahead: 'y',
        material,
        scale: ({ name }: { name: string }) => (name === 'prey' ? 1 : 2),
      },
      { body, ahead: 'y', material, orient: 'velocity', species: 'prey', color: '#a0e040' },
    ] as const;
    const onCard = looks.map((look) => createCardAgents(renderer, stepper, look));
    const atStart = await Promise.all([shown(onCard[0]!)]);

    const read = vi.spyOn(device!, 'read');
    await stepper.run(11, { keep: true });
    // The picture stays what it was until it is updated.
    expect(differing(await shown(onCard[0]!), atStart[0]!, 0)).toBe(0);
    for (const one of onCard) one.update();
    const found = [await shown(onCard[0]!), await shown(onCard[1]!)];
    expect(world.tick).toBe(12);
    // Of 5 KB of state, nothing but hashes has come back.
    expect(Math.max(...read.mock.calls.map(([{ size }]) => size))).toBeLessThan(200);

    tick(alone, 11);
    const driver = createDriver(await createTeam(alone, { workers: 1 }), { interpolate: false });
    for (const [k, look] of looks.entries()) {
      const agents = createAgents(driver, look);
      const expected = await shown(agents);
      expect(differing(expected, empty, 8)).toBeGreaterThan(400);
      expect(differing(expected, atStart[0]!, 8)).toBeGreaterThan(400);
      expect(differing(found[k]!, expected, 0)).toBe(0);
      agents.dispose();
    }
    // Before the state, agents are where they came from.
    onCard[0]!.update(0.5);
    expect(differing(await shown(onCard[0]!), found[0]!, 8)).toBeGreaterThan(200);

    for (const one of onCard) one.dispose();
    await stepper.sync();
    expect(world.tick).toBe(12);

    const others = { ...looks[0], color: () => {} };
    expect(() => createCardAgents(renderer, stepper, others as never)).toThrow('a function');
    const plain = { ...looks[0], material: new THREE.MeshBasicMaterial() };
    expect(() => createCardAgents(renderer, stepper, plain as never)).toThrow('a node material');
    const other: CardStepper = {
      world,
      device: {} as GPUDevice,
      wordOf: (plane) => stepper.wordOf(plane),
      state: () => stepper.state(),
    };
    expect(() =>
      createCardAgents(renderer, other, { body, material: new MeshBasicNodeMaterial() }),
    ).toThrow('a renderer with another device');
    stepper.close();
    await driver.team.dispose();
    renderer.dispose();
  },
  120_000,
);
