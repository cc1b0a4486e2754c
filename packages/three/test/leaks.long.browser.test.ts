import { createWorld } from '@skein/core';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import { expect, it } from 'vitest';
import { createAgents } from '../src/agents/agents.ts';
import { createDriver } from '../src/driver.ts';
import { flockScenario } from './agents/scene.ts';
import { leftOf, watchObjects, watchWorkers } from './leaks.ts';

const ROUNDS = 200;
const TIMEOUT_MS = 30_000 + 2000 * ROUNDS;

it(`leaves no thread, no memory and nothing on the graphics card, ${ROUNDS} times`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(64, 48);
  renderer.shadowMap.enabled = true;
  const objects = watchObjects(renderer.getContext() as WebGL2RenderingContext);
  const scene = new THREE.Scene();
  const sun = new THREE.DirectionalLight();
  const lamp = new THREE.PointLight();
  lamp.position.set(0, 4, 9);
  for (const light of [sun, lamp]) {
    light.castShadow = true;
    light.shadow.mapSize.set(16, 16);
  }
  scene.add(sun, lamp);
  const camera = new THREE.PerspectiveCamera();
  camera.position.z = 20;
  const workers = watchWorkers();
  const memory: WeakRef<object>[] = [];

  async function round() {
    const team = await createTeam(createWorld(flockScenario()), { workers: 2 });
    memory.push(new WeakRef(team.world.views.position.x.buffer));
    const driver = createDriver(team);
    const body = new THREE.ConeGeometry(0.3, 1, 5);
    const material = new THREE.MeshStandardMaterial();
    const all = ['boid', 'hawk'].map((species) =>
      createAgents(driver, {
        species,
        body,
        ahead: 'y',
        material,
        color: (_, color) => color.set('red'),
      }),
    );
    for (const agents of all) {
      agents.castShadow = true;
      scene.add(agents);
    }
    for (let frame = 0; frame < 3; frame++) {
      driver.update(driver.world.scenario.dt);
      await driver.whenIdle(() => {});
      renderer.render(scene, camera);
    }
    expect(renderer.info.render.calls).toBeGreaterThan(1);
    for (const agents of all) agents.dispose();
    body.dispose();
    material.dispose();
    await driver.dispose();
    await team.dispose();
    return {
      objects: objects(),
      memory: { ...renderer.info.memory },
      programs: renderer.info.programs!.length,
    };
  }

  // Objects that three.js keeps forever are created in the first round.
  const first = await round();
  for (let n = 1; n < ROUNDS; n++) expect(await round()).toEqual(first);
  expect(workers.started).toBe(2 * ROUNDS);
  expect(workers.living).toBe(0);
  // The renderer keeps a reference to the scene that it drew last.
  expect(await leftOf(memory.slice(0, -1))).toBe(0);
  workers.stop();
  renderer.dispose();
});
