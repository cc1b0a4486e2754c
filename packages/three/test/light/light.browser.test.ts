import { particles as evaluated } from '@skein/core';
import * as THREE from 'three';
import { EffectComposer } from 'three/addons/postprocessing/EffectComposer.js';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { RenderPass } from 'three/addons/postprocessing/RenderPass.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { createAgents } from '../../src/agents/agents.ts';
import type { Driver } from '../../src/driver.ts';
import { createParticles } from '../../src/particles/particles.ts';
import { createTrails } from '../../src/trails/trails.ts';
import { drivenBeam, goOn } from './scene.ts';

const [WIDTH, HEIGHT] = [320, 200];

describe('light in a scene', () => {
  let driver: Driver;
  const renderer = new THREE.WebGLRenderer();
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(50, WIDTH / HEIGHT, 0.1, 100);
  camera.position.set(0, 0, 13);
  const trails = () => createTrails(driver, { species: 'beam', width: 0.7, length: 4 });
  const sprites = () => createParticles(driver);

  beforeAll(async () => {
    renderer.setSize(WIDTH, HEIGHT);
    driver = await drivenBeam();
  });
  afterAll(async () => {
    renderer.dispose();
    await driver.team.dispose();
  });

  /** The picture on the canvas after `draw` has drawn. */
  function picture(draw: () => void = () => renderer.render(scene, camera)): Uint8Array {
    draw();
    const gl = renderer.getContext();
    const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  }

  /** Red, green and blue at a point of the scene. */
  function colorAt(pixels: Uint8Array, x: number, y: number, z = 0): number[] {
    const at = new THREE.Vector3(x, y, z).project(camera);
    const column = Math.floor(((at.x + 1) / 2) * WIDTH);
    const row = Math.floor(((at.y + 1) / 2) * HEIGHT);
    const i = 4 * (row * WIDTH + column);
    return [...pixels.subarray(i, i + 3)];
  }

  const sum = (pixels: Uint8Array) =>
    pixels.reduce((all, value, i) => all + (i % 4 < 3 ? value : 0), 0);

  it('draws trails where agents flew, which fade and disappear in fog', async () => {
    const shown = trails();
    await goOn(driver, 60);
    scene.add(shown);
    const { x } = driver.world.views.position;
    const found = picture();
    const beam = driver.world.views.species.indexOf(0);
    expect(x[beam]).toBeGreaterThan(4);
    for (let at = -6.5; at < x[beam]! - 0.3; at += 0.5) {
      const [r, g, b] = colorAt(found, at, 0);
      expect(b, `${at}`).toBeGreaterThan(60);
      expect(b! >= g! && g! >= r!, `${at}: ${r}, ${g}, ${b}`).toBe(true);
    }
    expect(colorAt(found, -6, 0)[2]).toBeLessThan(colorAt(found, 3, 0)[2]!);
    expect(colorAt(found, x[beam]! + 0.3, 0)).toEqual([0, 0, 0]);
    expect(colorAt(found, 0, 0.6)).toEqual([0, 0, 0]);
    scene.fog = new THREE.Fog('#000000', 5, 21);
    const hazy = picture();
    expect(sum(hazy)).toBeGreaterThan(0.1 * sum(found));
    expect(sum(hazy)).toBeLessThan(0.8 * sum(found));
    scene.fog = new THREE.Fog('#000000', 1, 9);
    expect(sum(picture())).toBe(0);
    scene.fog = null;
    shown.dispose();
    expect(sum(picture())).toBe(0);
  });

  it('draws particles where the threads compute them, of the requested kinds', async () => {
    const shown = sprites();
    await driver.whenIdle(() => {});
    scene.add(shown);
    const found = picture();
    const { world } = driver;
    const { records } = evaluated(world, { tick: world.tick });
    expect(records.length / 4).toBeGreaterThan(4);
    for (let i = 0; i < records.length; i += 4) {
      const [x, y, z] = records.subarray(i, i + 3);
      expect(colorAt(found, x!, y!, z)[2], `${x}, ${y}, ${z}`).toBeGreaterThan(80);
      expect(colorAt(found, x!, y! + 0.4, z)).toEqual([0, 0, 0]);
    }
    shown.dispose();
    expect(sum(picture())).toBe(0);
    expect(() => createParticles(driver, { kinds: ['sparks'] })).toThrow(
      'no particles of that kind',
    );
  });

  /** The scene drawn directly and through a composer, which draws in linear space. */
  function twoPictures(): [straight: Uint8Array, composed: Uint8Array] {
    const composer = new EffectComposer(renderer);
    composer.addPass(new RenderPass(scene, camera));
    composer.addPass(new OutputPass());
    const straight = picture();
    const composed = picture(() => composer.render());
    composer.dispose();
    return [straight, composed];
  }

  it.each(someOf([THREE.NoToneMapping, THREE.ACESFilmicToneMapping], 2, 1))(
    'draws the same agents directly and through a composer: tone mapping %i',
    (toneMapping) => {
      renderer.toneMapping = toneMapping;
      const body = new THREE.BoxGeometry(1, 1, 1);
      const material = new THREE.MeshBasicMaterial();
      const agents = createAgents(driver, { species: 'moth', body, material });
      scene.add(agents);
      const [straight, composed] = twoPictures();
      expect(sum(straight)).toBeGreaterThan(10_000);
      const apart = straight.reduce(
        (most, value, i) => Math.max(most, Math.abs(value - composed[i]!)),
        0,
      );
      expect(apart).toBeLessThanOrEqual(1);
      renderer.toneMapping = THREE.NoToneMapping;
      agents.dispose();
    },
  );

  it.each([
    ['ribbons', '#40c0ff'],
    ['sprites', '#ffffff'],
  ])('%s add the light of their color through a composer: %s', async (name, color) => {
    await goOn(driver, 20);
    const light =
      name === 'ribbons'
        ? createTrails(driver, { species: 'beam', width: 0.7, length: 4, color })
        : createParticles(driver, { color });
    await goOn(driver, 20);
    // A line on its ribbon would add to it.
    if (name === 'ribbons') light.children[0]!.visible = false;
    scene.add(light);
    const [straight, composed] = twoPictures();
    const hue = new THREE.Color(color);
    let seen = 0;
    for (let i = 0; i < straight.length; i += 4) {
      // On the canvas, blue is at its maximum in the color, so it shows the strength of the light.
      const strength = straight[i + 2]! / 255;
      if (strength < 0.1) continue;
      seen += 1;
      const wanted = hue.clone().multiplyScalar(strength).convertLinearToSRGB().toArray();
      wanted.forEach((value, k) => {
        expect(Math.abs(composed[i + k]! - 255 * value), `${i}, ${k}`).toBeLessThan(3);
      });
    }
    expect(seen).toBeGreaterThan(25);
    light.dispose();
  });

  it('leaves nothing on the graphics card', async () => {
    picture();
    const before = { ...renderer.info.memory };
    const made = [trails(), sprites()];
    await driver.whenIdle(() => {});
    scene.add(...made);
    await goOn(driver, 2);
    picture();
    expect(renderer.info.memory.geometries).toBeGreaterThan(before.geometries);
    for (const one of made) one.dispose();
    picture();
    expect(renderer.info.memory).toEqual(before);
  });
});
