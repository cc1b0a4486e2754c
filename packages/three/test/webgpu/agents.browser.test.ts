import { createWorld, parseScenario, tick } from '@skein/core';
import { createTeam } from '@skein/worker';
import * as THREE from 'three';
import {
  MeshBasicNodeMaterial,
  MeshLambertNodeMaterial,
  type NodeMaterial,
  WebGPURenderer,
} from 'three/webgpu';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAgents as createForWebGL } from '../../src/agents/agents.ts';
import { createDriver, type Driver } from '../../src/driver.ts';
import { ThreeError } from '../../src/option-error.ts';
import { createAgents } from '../../src/webgpu/agents.ts';
import { drivenFlock } from '../agents/scene.ts';

const [WIDTH, HEIGHT] = [320, 200];
const body = new THREE.ConeGeometry(0.3, 1.2, 7).rotateX(Math.PI / 2);

let driver: Driver;
let webgpu: WebGPURenderer;
let webgl: THREE.WebGLRenderer;
beforeAll(async () => {
  driver = await drivenFlock();
  webgl = new THREE.WebGLRenderer();
  // What is drawn by WebGPU itself has another rounding on each machine; the nodes are the same.
  webgpu = new WebGPURenderer({ forceWebGL: true });
  await webgpu.init();
  for (const renderer of [webgl, webgpu]) {
    renderer.setSize(WIDTH, HEIGHT);
    renderer.shadowMap.enabled = true;
  }
});
afterAll(async () => {
  webgl.dispose();
  webgpu.dispose();
  await driver.team.dispose();
});

/** Lights, a ground that takes shadows, and an object. Fog is mixed in another space by each renderer: none here. */
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

function picture(
  renderer: WebGPURenderer | THREE.WebGLRenderer,
  object: THREE.Object3D,
): Uint8ClampedArray {
  const scene = sceneOf(object);
  renderer.render(scene, camera);
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  context.drawImage(renderer.domElement as HTMLCanvasElement, 0, 0);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/** Pixels of which some channel differs by more than `by`. */
function differing(a: Uint8ClampedArray, b: Uint8ClampedArray, by: number): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((k) => Math.abs(a[i + k]! - b[i + k]!) > by)) count += 1;
  }
  return count;
}

it.each([
  [new MeshBasicNodeMaterial(), new THREE.MeshBasicMaterial()],
  [
    new MeshLambertNodeMaterial({ color: '#f0f0c0' }),
    new THREE.MeshLambertMaterial({ color: '#f0f0c0' }),
  ],
] as const)('gives the picture of WebGLRenderer: %#', (material, twin) => {
  const agents = createAgents(driver, { body, material });
  const reference = createForWebGL(driver, { body, material: twin });
  const [found, expected] = [picture(webgpu, agents), picture(webgl, reference)];
  const without = picture(webgl, new THREE.Object3D());
  expect(differing(expected, without, 8)).toBeGreaterThan(400);
  // Edges of bodies may fall on the other side of a pixel by rounding.
  expect(differing(found, expected, 4)).toBeLessThan(60);
  agents.dispose();
  reference.dispose();
});

it('casts and takes shadows, and has the colors of a function, as an InstancedMesh does', () => {
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
  const pictures = [agents, reference].map((object) => {
    const bright = picture(webgpu, object);
    object.castShadow = true;
    object.receiveShadow = true;
    const shaded = picture(webgpu, object);
    expect(differing(bright, shaded, 8)).toBeGreaterThan(200);
    return shaded;
  });
  expect(differing(pictures[0]!, pictures[1]!, 4)).toBeLessThan(60);
  agents.dispose();
  reference.dispose();
});

it('faces where laws turn bodies, as an InstancedMesh does', async () => {
  const positions = Array.from({ length: 12 }, (_, i) => [
    3 * (i % 4) - 4,
    3 * Math.floor(i / 4) - 2,
  ]);
  const behaviors = [{ type: 'separation', radius: 5 }];
  const walker = { name: 'walker', count: 12, maxSpeed: 2, maxForce: 4, turnRate: 0.7, behaviors };
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
  const [found, expected] = [picture(webgpu, agents), picture(webgpu, reference)];
  expect(differing(found, picture(webgpu, new THREE.Object3D()), 8)).toBeGreaterThan(400);
  expect(differing(found, expected, 4)).toBeLessThan(60);
  agents.dispose();
  reference.dispose();
  await walkers.team.dispose();
});

it('refuses a material that is none of nodes', () => {
  const material = new THREE.MeshBasicMaterial() as unknown as NodeMaterial;
  expect(() => createAgents(driver, { body, material })).toThrow(ThreeError);
  expect(() => createAgents(driver, { body, material })).toThrow('a node material of three/webgpu');
});
