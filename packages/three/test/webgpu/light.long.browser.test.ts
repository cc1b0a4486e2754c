import { createWorld, parseScenario } from '@skein/core';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import beams from '../../../../scenarios/beams.json';
import { createDriver, type Driver } from '../../src/driver.ts';
import { createParticles as createParticlesForWebGL } from '../../src/particles/particles.ts';
import { createTrails as createTrailsForWebGL } from '../../src/trails/trails.ts';
import { createParticles, createTrails } from '../../src/webgpu.ts';
import { goOn } from '../light/scene.ts';
import {
  BACKENDS,
  composed,
  differing,
  HEIGHT,
  pictureByNodes,
  type Renderers,
  renderers,
  WIDTH,
} from './pictures.ts';

const BLACK = new THREE.Color('#000000');
const FOGS = [new THREE.Fog('#000000', 20, 190), new THREE.FogExp2('#000000', 0.008)];

describe.each(BACKENDS)('%s', (backend) => {
  let driver: Driver;
  let both: Renderers;
  beforeAll(async () => {
    both = await renderers(backend);
    driver = createDriver(await createTeam(createWorld(parseScenario(beams)), { workers: 2 }));
  });
  afterAll(async () => {
    both.dispose();
    await driver.team.dispose();
  });

  const camera = new THREE.PerspectiveCamera(60, WIDTH / HEIGHT, 0.1, 2000);
  camera.position.set(60, 40, 130);
  camera.lookAt(0, 0, 0);

  function sceneOf(object: THREE.Object3D, fog: THREE.Fog | THREE.FogExp2 | null): THREE.Scene {
    const scene = new THREE.Scene().add(object);
    scene.background = BLACK;
    scene.fog = fog;
    return scene;
  }

  const lit = (pixels: Uint8ClampedArray) =>
    pixels.reduce((count, value, i) => count + (i % 4 < 3 && value > 24 ? 1 : 0), 0);

  const cases = [
    ['trails', 'species', FOGS, createTrails, createTrailsForWebGL],
    ['trails', 'speed', [], createTrails, createTrailsForWebGL],
    ['particles', 'species', FOGS, createParticles, createParticlesForWebGL],
    ['particles', 'speed', [], createParticles, createParticlesForWebGL],
  ] as const;
  it.each(cases)(
    'gives the light of WebGLRenderer: %s by %s',
    async (name, color, fogs, make, makeForWebGL) => {
      // Each backend has its own rule for the pixels of a thin line.
      const apart = name === 'trails' && backend === 'WebGPU' ? 250 : 10;
      const object = make(driver, { color });
      const reference = makeForWebGL(driver, { color });
      await goOn(driver, 90);
      driver.update(1.4 * driver.world.scenario.dt);
      await driver.whenIdle(() => {});
      driver.update(0);
      for (const fog of [null, ...fogs]) {
        const found = await pictureByNodes(both.webgpu, sceneOf(object, fog), camera);
        const wanted = composed(both.webgl, sceneOf(reference, fog), camera);
        expect(lit(wanted)).toBeGreaterThan(300);
        expect(differing(found, wanted, 3)).toBeLessThan(apart);
      }
      // A transparent canvas shows only pixels with some alpha.
      const bare = await pictureByNodes(both.webgpu, new THREE.Scene().add(object), camera);
      const alphas = bare.filter((_, i) => i % 4 === 3 && bare[i - 1]! > 24);
      expect(alphas.length).toBeGreaterThan(100);
      expect(Math.min(...alphas)).toBeGreaterThan(0);
      object.dispose();
      reference.dispose();
    },
  );

  it('leaves nothing on the graphics card', async () => {
    const empty = () => pictureByNodes(both.webgpu, sceneOf(new THREE.Object3D(), null), camera);
    await empty();
    const before = { ...both.webgpu.info.memory };
    const made = [createTrails(driver), createParticles(driver)];
    await goOn(driver, 3);
    for (const one of made) await pictureByNodes(both.webgpu, sceneOf(one, null), camera);
    expect(both.webgpu.info.memory.geometries).toBeGreaterThan(before.geometries);
    for (const one of made) one.dispose();
    await goOn(driver, 3);
    await empty();
    expect(both.webgpu.info.memory).toEqual(before);
  });
});
