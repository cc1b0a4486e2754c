import * as THREE from 'three';
import { expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { createAgents } from '../../src/agents/agents.ts';
import { drivenFlock } from './scene.ts';

const [WIDTH, HEIGHT] = [320, 200];

/** A scene with everything that three.js applies to a mesh: lights, two kinds of shadows, fog, tone mapping. */
function stage() {
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(WIDTH, HEIGHT);
  renderer.shadowMap.enabled = true;
  renderer.toneMapping = THREE.ACESFilmicToneMapping;
  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#88a0b0');
  scene.fog = new THREE.Fog('#88a0b0', 8, 45);
  const sun = new THREE.DirectionalLight('#ffffff', 3);
  sun.position.set(4, 20, 6);
  sun.castShadow = true;
  Object.assign(sun.shadow.camera, { left: -15, right: 15, top: 15, bottom: -15 });
  const lamp = new THREE.PointLight('#ffddaa', 90);
  lamp.position.set(-2, 7, 3);
  lamp.castShadow = true;
  const ground = new THREE.Mesh(
    new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2),
    new THREE.MeshStandardMaterial(),
  );
  ground.position.y = -5;
  ground.receiveShadow = true;
  scene.add(sun, lamp, ground, new THREE.HemisphereLight('#ffffff', '#404040', 0.5));
  const camera = new THREE.PerspectiveCamera(55, WIDTH / HEIGHT, 0.1, 100);
  camera.position.set(3, 9, 18);
  camera.lookAt(1, 0, -2);
  const picture = (): Uint8Array => {
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  return { renderer, scene, picture };
}

/** The number of pixels with a channel that differs by more than `by`. */
function differing(a: Uint8Array, b: Uint8Array, by: number): number {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if ([0, 1, 2].some((k) => Math.abs(a[i + k]! - b[i + k]!) > by)) count += 1;
  }
  return count;
}

it('gives the picture of an InstancedMesh: lights, shadows, fog, tone mapping, colors', async () => {
  const driver = await drivenFlock();
  const { renderer, scene, picture } = stage();
  const body = new THREE.ConeGeometry(0.3, 1.2, 7).rotateX(Math.PI / 2);
  const { species } = driver.world.views;
  const empty = picture();
  const materials = [
    new THREE.MeshStandardMaterial({ roughness: 0.4, color: '#f0f0c0' }),
    new THREE.MeshLambertMaterial({ flatShading: true }),
    new THREE.MeshBasicMaterial(),
  ];
  for (const material of someOf(materials, 3)) {
    const agents = createAgents(driver, { body, material });
    const living = agents.geometry.instanceCount;
    const reference = new THREE.InstancedMesh(body, material, living);
    const matrix = new THREE.Matrix4();
    for (let i = 0; i < living; i++) {
      agents.getMatrixAt(i, matrix);
      reference.setMatrixAt(i, matrix);
      const { color } = driver.world.scenario.species[species[i]!]!;
      reference.setColorAt(i, new THREE.Color(color));
    }
    const pictures = [reference, agents].map((object) => {
      object.castShadow = true;
      object.receiveShadow = true;
      scene.add(object);
      const found = picture();
      object.castShadow = false;
      const unshaded = picture();
      scene.remove(object);
      expect(differing(found, unshaded, 8), material.type).toBeGreaterThan(200);
      expect(differing(unshaded, empty, 8), material.type).toBeGreaterThan(400);
      return found;
    });
    // Rounding may move an edge of a body to the next pixel.
    expect(differing(pictures[0]!, pictures[1]!, 3), material.type).toBeLessThan(30);
    agents.dispose();
    reference.dispose();
  }
  renderer.dispose();
  await driver.team.dispose();
});

const shared = [
  ['MeshStandardMaterial', () => new THREE.MeshStandardMaterial({ color: '#f0f0c0' })],
  ['MeshBasicMaterial', () => new THREE.MeshBasicMaterial()],
] as const;
it.each(someOf(shared, 2, 1))(
  'draws all agents that share a material, with their own colors and scales: %s',
  async (_, make) => {
    const driver = await drivenFlock();
    const { renderer, scene, picture } = stage();
    const body = new THREE.ConeGeometry(0.3, 1.2, 7).rotateX(Math.PI / 2);
    const looks = [
      { species: 'boid', scale: 1 },
      { species: 'hawk', scale: 3 },
      { species: 'hawk', scale: 1.5, color: '#20ff40', orient: 'none' },
    ] as const;
    const drawn = (materialOf: () => THREE.Material) =>
      looks.map((look) => createAgents(driver, { body, material: materialOf(), ...look }));
    const material = make();
    const plain = new THREE.Mesh(new THREE.SphereGeometry(1), material);
    const [sharing, apart] = [drawn(() => material), drawn(make)];
    const pictureOf = (objects: readonly THREE.Object3D[]) => {
      scene.add(...objects);
      const found = picture();
      scene.remove(...objects);
      return found;
    };
    const expected = pictureOf([...apart, plain]);
    for (const [at, agents] of apart.entries()) {
      const others = apart.filter((other) => other !== agents);
      expect(differing(expected, pictureOf([...others, plain]), 8), `${at}`).toBeGreaterThan(20);
    }
    expect(differing(pictureOf([...sharing, plain]), expected, 0)).toBe(0);
    // In another order, and after one of them has gone.
    sharing[1]!.dispose();
    const rest = [plain, sharing[2]!, sharing[0]!];
    expect(differing(pictureOf(rest), pictureOf([apart[0]!, apart[2]!, plain]), 0)).toBe(0);
    for (const agents of [...sharing, ...apart]) agents.dispose();
    renderer.dispose();
    await driver.team.dispose();
  },
);
