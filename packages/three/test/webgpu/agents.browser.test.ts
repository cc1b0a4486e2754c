import { createWorld, parseScenario, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import { MeshBasicNodeMaterial, MeshLambertNodeMaterial, type NodeMaterial } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../../core/test/helpers/long.ts';
import { type Agents, createAgents as createForWebGL } from '../../src/agents/agents.ts';
import { createDriver, type Driver } from '../../src/driver.ts';
import { ThreeError } from '../../src/option-error.ts';
import { createAgents } from '../../src/webgpu/agents.ts';
import { drivenFlock } from '../agents/scene.ts';
import {
  BACKENDS,
  composed,
  differing,
  HEIGHT,
  picture,
  pictureByNodes,
  type Renderers,
  renderers,
  WIDTH,
} from './pictures.ts';

const body = new THREE.ConeGeometry(0.3, 1.2, 7).rotateX(Math.PI / 2);

describe.each(BACKENDS)('%s', (backend) => {
  let driver: Driver;
  let both: Renderers;
  beforeAll(async () => {
    driver = await drivenFlock();
    both = await renderers(backend);
  });
  afterAll(async () => {
    both.dispose();
    await driver.team.dispose();
  });

  /** Lights, a ground that receives shadows, and an object. */
  function sceneOf(object: THREE.Object3D): THREE.Scene {
    const scene = new THREE.Scene();
    scene.background = new THREE.Color('#88a0b0');
    const sun = new THREE.DirectionalLight('#ffffff', 3);
    sun.position.set(4, 20, 6);
    sun.castShadow = true;
    Object.assign(sun.shadow.camera, { left: -15, right: 15, top: 15, bottom: -15 });
    const plane = new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2);
    const ground = new THREE.Mesh(plane, new THREE.MeshLambertMaterial());
    ground.position.y = -5;
    ground.receiveShadow = true;
    return scene.add(sun, ground, new THREE.HemisphereLight('#ffffff', '#404040', 0.5), object);
  }

  const camera = new THREE.PerspectiveCamera(55, WIDTH / HEIGHT, 0.1, 100);
  camera.position.set(3, 9, 18);
  camera.lookAt(1, 0, -2);

  const byNodes = (object: THREE.Object3D) => pictureByNodes(both.webgpu, sceneOf(object), camera);
  const byWebGL = (object: THREE.Object3D) => picture(both.webgl, sceneOf(object), camera);

  // In the short run each backend has some of the tests.
  const byFirst = it.runIf(LONG || backend === BACKENDS[0]);
  const byLast = it.runIf(LONG || backend === BACKENDS.at(-1));

  const materials = [
    [new MeshBasicNodeMaterial(), new THREE.MeshBasicMaterial()],
    [
      new MeshLambertNodeMaterial({ color: '#f0f0c0' }),
      new THREE.MeshLambertMaterial({ color: '#f0f0c0' }),
    ],
  ] as const;
  it.each(someOf(materials, 2, BACKENDS.indexOf(backend)))(
    'gives the picture of WebGLRenderer: %#',
    async (material, twin) => {
      const agents = createAgents(driver, { body, material });
      const reference = createForWebGL(driver, { body, material: twin });
      const [found, expected] = [await byNodes(agents), byWebGL(reference)];
      const without = byWebGL(new THREE.Object3D());
      expect(differing(expected, without, 8)).toBeGreaterThan(400);
      // Rounding may move an edge of a body to the next pixel.
      expect(differing(found, expected, 4)).toBeLessThan(60);
      agents.dispose();
      reference.dispose();
    },
  );

  byLast('draws all agents that share a material, with their own colors and scales', async () => {
    const looks = [
      { species: 'boid', scale: 1 },
      { species: 'hawk', scale: 3 },
    ] as const;
    const group = (materialOf: () => MeshBasicNodeMaterial) => {
      const all = looks.map((look) =>
        createAgents(driver, { body, material: materialOf(), ...look }),
      );
      return new THREE.Group().add(...all);
    };
    const material = new MeshBasicNodeMaterial();
    const sharing = group(() => material);
    const expected = await byNodes(group(() => new MeshBasicNodeMaterial()));
    expect(differing(await byNodes(sharing), expected, 0)).toBe(0);
    const [boids, hawks] = sharing.children as Agents[];
    hawks!.dispose();
    expect(differing(await byNodes(sharing), expected, 8)).toBeGreaterThan(20);
    boids!.dispose();
  });

  byFirst(
    'disappears in fog as behind a composer of WebGLRenderer, which mixes fog in linear space, too',
    async () => {
      const agents = createAgents(driver, { body, material: new MeshLambertNodeMaterial() });
      const reference = createForWebGL(driver, { body, material: new THREE.MeshLambertMaterial() });
      const hazy = (object: THREE.Object3D) => {
        const scene = sceneOf(object);
        scene.fog = new THREE.Fog('#88a0b0', 8, 26);
        return scene;
      };
      const found = await pictureByNodes(both.webgpu, hazy(agents), camera);
      const expected = composed(both.webgl, hazy(reference), camera);
      expect(differing(expected, byWebGL(reference), 8)).toBeGreaterThan(400);
      expect(differing(found, expected, 4)).toBeLessThan(60);
      agents.dispose();
      reference.dispose();
    },
  );

  byFirst(
    'casts and receives shadows, and has the colors of a function, like an InstancedMesh',
    async () => {
      const material = new MeshLambertNodeMaterial();
      const agents = createAgents(driver, {
        body,
        material,
        color: ({ id }, color) => color.setHSL((id % 7) / 7, 1, 0.5),
        scale: 1.5,
      });
      const living = agents.geometry.instanceCount;
      const reference = new THREE.InstancedMesh(body, material as NodeMaterial, living);
      const matrix = new THREE.Matrix4();
      const { id } = driver.world.views;
      for (let i = 0; i < living; i++) {
        agents.getMatrixAt(i, matrix);
        reference.setMatrixAt(i, matrix);
        reference.setColorAt(i, new THREE.Color().setHSL((id[i]! % 7) / 7, 1, 0.5));
      }
      const pictures: Uint8ClampedArray[] = [];
      for (const object of [agents, reference]) {
        const bright = await byNodes(object);
        object.castShadow = true;
        object.receiveShadow = true;
        const shaded = await byNodes(object);
        expect(differing(bright, shaded, 8)).toBeGreaterThan(200);
        pictures.push(shaded);
      }
      expect(differing(pictures[0]!, pictures[1]!, 4)).toBeLessThan(60);
      agents.dispose();
      reference.dispose();
    },
  );

  byLast('draws with a material that replaces its own', async () => {
    const material = new MeshBasicNodeMaterial();
    const agents = createAgents(driver, { body, material });
    const before = await byNodes(agents);
    agents.material = new MeshLambertNodeMaterial({ color: '#f0f0c0' });
    const twin = new THREE.MeshLambertMaterial({ color: '#f0f0c0' });
    const reference = createForWebGL(driver, { body, material: new THREE.MeshBasicMaterial() });
    expect(differing(before, byWebGL(reference), 4)).toBeLessThan(60);
    reference.material = twin;
    const [found, expected] = [await byNodes(agents), byWebGL(reference)];
    expect(differing(before, found, 8)).toBeGreaterThan(400);
    expect(differing(found, expected, 4)).toBeLessThan(60);
    expect(() => {
      agents.material = twin;
    }).toThrow('a node material of three/webgpu');
    agents.dispose();
    reference.dispose();
  });

  byLast('faces where laws turn bodies, like an InstancedMesh', async () => {
    const positions = Array.from({ length: 12 }, (_, i) => [
      3 * (i % 4) - 4,
      3 * Math.floor(i / 4) - 2,
    ]);
    const behaviors = [{ type: 'separation', radius: 5 }];
    const walker = {
      name: 'walker',
      count: 12,
      maxSpeed: 2,
      maxForce: 4,
      turnRate: 0.7,
      behaviors,
    };
    const species = [{ ...walker, spawn: { type: 'points', positions } }];
    const world = createWorld(parseScenario({ name: 'yard', dimensions: 2, species }));
    tick(world, 40);
    const { heading, velocity } = world.views;
    const apart = [...heading.x].filter((x, i) => {
      const speed = Math.hypot(velocity.x[i]!, velocity.y[i]!);
      return Math.abs(x - velocity.x[i]! / speed) > 0.1;
    });
    expect(apart.length).toBeGreaterThan(3);
    const walkers = createDriver(await createTeam(world, { workers: 1 }));
    const long = new THREE.BoxGeometry(0.4, 0.8, 2);
    const material = new MeshLambertNodeMaterial();
    const agents = createAgents(walkers, { body: long, material, color: '#d05030' });
    const reference = new THREE.InstancedMesh(long, material as NodeMaterial, 12);
    const matrix = new THREE.Matrix4();
    for (let i = 0; i < 12; i++) {
      agents.getMatrixAt(i, matrix);
      reference.setMatrixAt(i, matrix);
      reference.setColorAt(i, new THREE.Color('#d05030'));
    }
    const [found, expected] = [await byNodes(agents), await byNodes(reference)];
    expect(differing(found, await byNodes(new THREE.Object3D()), 8)).toBeGreaterThan(400);
    expect(differing(found, expected, 4)).toBeLessThan(60);
    agents.dispose();
    reference.dispose();
    await walkers.team.dispose();
  });

  byFirst('refuses a material that is not a node material', () => {
    const material = new THREE.MeshBasicMaterial() as unknown as NodeMaterial;
    expect(() => createAgents(driver, { body, material })).toThrow(ThreeError);
    expect(() => createAgents(driver, { body, material })).toThrow(
      'a node material of three/webgpu',
    );
  });
});
