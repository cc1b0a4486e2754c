import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, parseScenario, STATUS, tick, type World } from '@skein/core';
import { validateBytes } from 'gltf-validator';
import {
  type AnimationClip,
  type BufferGeometry,
  type Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { births } from './scenes.ts';
import { skeinHere, testFolder, write } from './skein.ts';

const TICKS = [0, 10, 20, 25];

/** Fish in space that turn slowly, so that their bodies face elsewhere than they swim. y is up. */
const fish = {
  name: 'fish',
  seed: 5,
  dt: 0.02,
  species: [
    {
      name: 'fish',
      count: 7,
      radius: 0.25,
      color: '#ff8000',
      maxSpeed: 3,
      maxForce: 9,
      turnRate: 0.7,
      spawn: { type: 'box', min: [0, 0, 0], max: [5, 3, 2], velocity: { speed: 2 } },
      behaviors: [{ type: 'wander' }, { type: 'separation', weight: 4, radius: 3 }],
    },
  ],
};

interface Loaded {
  readonly clip: AnimationClip;
  readonly scene: Object3D;
}

/** Writes the animation of a scene, and loads it in three.js. */
async function animated(scene: object, ...args: readonly string[]): Promise<Loaded> {
  const folder = testFolder();
  const file = write(folder, 'scene.json', scene);
  const out = join(folder, 'scene.glb');
  const line = ['run', file, '--ticks', '25', '--every', '10', '--trajectories', out, ...args];
  const { code, stderr } = await skeinHere(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const bytes = readFileSync(out);
  const { issues } = await validateBytes(Uint8Array.from(bytes));
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  const buffer = Uint8Array.from(bytes).buffer;
  const gltf = await new GLTFLoader().parseAsync(buffer, '');
  expect(gltf.animations).toHaveLength(1);
  return { clip: gltf.animations[0], scene: gltf.scene };
}

/** The values of a track of a node: a list for each sample. */
function valuesOf({ clip }: Loaded, node: string, what: string): number[][] | undefined {
  const track = clip.tracks.find(({ name }) => name === `${node}.${what}`);
  if (track === undefined) return undefined;
  const size = track.getValueSize();
  return Array.from(track.times, (_, at) =>
    Array.from(track.values.subarray(at * size, (at + 1) * size)),
  );
}

/** Calls `see` with the state of each sample. */
function eachSample(scene: object, see: (world: World, sample: number) => void): void {
  const world = createWorld(parseScenario(scene));
  for (const [sample, at] of TICKS.entries()) {
    if (at > world.tick) tick(world, at - world.tick);
    see(world, sample);
  }
}

describe('skein run --trajectories .glb', () => {
  it('has the times of the samples, and the positions of agents that are born and end', async () => {
    const loaded = await animated(births);
    const { clip } = loaded;
    const times = TICKS.map((at) => Math.fround(at / 60));
    for (const track of clip.tracks) expect([...track.times]).toEqual(times);
    expect(clip.duration).toBe(Math.fround(25 / 60));
    const drawn = new Map<string, number[]>();
    eachSample(births, ({ scenario, views }, sample) => {
      const { id, slot, species, status, position: p } = views;
      for (const i of slot) {
        if (status[i] !== STATUS.alive) continue;
        const name = `${scenario.species[species[i]].name}-${id[i]}`;
        drawn.set(name, [...(drawn.get(name) ?? []), sample]);
        const at = valuesOf(loaded, name, 'position')?.[sample];
        expect([name, at]).toEqual([name, [p.x[i], p.y[i], p.z[i]]]);
      }
    });
    const sizes = [...drawn].map(([name, samples]) => [
      name,
      valuesOf(loaded, name, 'scale')?.map(([x]) => x),
      TICKS.map((_, sample) => Number(samples.includes(sample))),
    ]);
    expect(sizes.map(([name]) => name)).toEqual([
      ...['hare-0', 'hare-1', 'hare-2', 'fox-4'],
      ...['hare-17', 'hare-3', 'fox-5'],
    ]);
    // Those that are always there have no track.
    for (const [name, found, expected] of sizes)
      expect([name, found ?? [1, 1, 1, 1]]).toEqual([name, expected]);
    expect(valuesOf(loaded, 'hare-2', 'scale')).toBeUndefined();
    // Before it is born, and after its end, a node stays.
    const [a, b, c] = valuesOf(loaded, 'hare-17', 'position')!;
    expect(a).toEqual(b);
    expect(c).not.toEqual(b);
    const gone = valuesOf(loaded, 'hare-0', 'position')!;
    expect(gone[3]).toEqual(gone[2]);
  });

  it('has z up in the plane, and y up in space', async () => {
    const [plane, space] = [await animated(births), await animated(fish)];
    for (const [{ scene }, name, isPlane] of [
      [plane, 'hare-2', true],
      [space, 'fish-3', false],
    ] as const) {
      scene.updateMatrixWorld(true);
      const node = scene.getObjectByName(name)!;
      const { x, y, z } = node.position;
      const [px, py, pz] = node.getWorldPosition(new Vector3()).toArray();
      const expected = isPlane ? [x, z, -y] : [x, y, z];
      for (const [at, value] of [px, py, pz].entries()) expect(value).toBeCloseTo(expected[at], 5);
    }
  });

  it('faces along the heading, or the velocity if bodies have none, with its fin up', async () => {
    for (const [scene, names, up] of [
      [fish, ['heading', 'up'], undefined],
      [births, ['velocity'], new Vector3(0, 0, 1)],
    ] as const) {
      const loaded = await animated(scene);
      let turned = 0;
      eachSample(scene, (world, sample) => {
        const { id, slot, species, status } = world.views;
        for (const i of slot) {
          if (status[i] !== STATUS.alive) continue;
          const [ahead, above] = names.map((name) => {
            const { x, y, z } = world.views[name];
            return new Vector3(x[i], y[i], z[i]);
          });
          if (ahead.length() === 0) continue;
          turned++;
          const name = `${world.scenario.species[species[i]].name}-${id[i]}`;
          const values = valuesOf(loaded, name, 'quaternion')![sample];
          const rotation = new Quaternion().fromArray(values);
          const nose = new Vector3(0, 0, 1).applyQuaternion(rotation);
          const fin = new Vector3(0, 1, 0).applyQuaternion(rotation);
          expect(nose.distanceTo(ahead.normalize())).toBeLessThan(1e-5);
          expect(fin.distanceTo(above ?? up!)).toBeLessThan(1e-4);
        }
      });
      expect(turned).toBeGreaterThan(3);
    }
  });

  it('draws each species in its color, as long as it is wide', async () => {
    const { scene } = await animated(fish, '--only', '0..4');
    const nodes = scene.getObjectByName('agents')!.children;
    expect(nodes.map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((id) => `fish-${id}`));
    const mesh = nodes[0] as Mesh<BufferGeometry, MeshStandardMaterial>;
    expect(mesh.material.color.getHexString()).toBe('ff8000');
    // Faces are seen from outside, and lit there.
    const corners = mesh.geometry.getAttribute('position');
    const normals = mesh.geometry.getAttribute('normal');
    for (let at = 0; at < corners.count; at += 3) {
      const [a, b, c] = [at, at + 1, at + 2].map((k) =>
        new Vector3().fromBufferAttribute(corners, k),
      );
      const across = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
      expect(across.dot(a.clone().sub(new Vector3(0, 0.03, -0.1)))).toBeGreaterThan(0);
      expect(across.distanceTo(new Vector3().fromBufferAttribute(normals, at))).toBeLessThan(1e-6);
    }
    mesh.geometry.computeBoundingBox();
    const { min, max } = mesh.geometry.boundingBox!;
    expect([min.z, max.z]).toEqual([-0.25, 0.25]);
  });

  it.each<[string, object, string[], string]>([
    ['agents', many(10_001), [], 'found 10001 agents x 2 samples in 25 ticks'],
    [
      'samples',
      many(7),
      ['--ticks', '285714', '--every', '1'],
      'found 7 agents x 285715 samples in 285714 ticks',
    ],
    [
      'ticks',
      many(7),
      ['--ticks', `${2 ** 24 + 1}`, '--every', `${2 ** 24}`],
      'found 7 agents x 3 samples in 16777217 ticks',
    ],
  ])('is refused before the run if it has too many %s', async (_, scene, args, found) => {
    const folder = testFolder();
    const file = write(folder, 'many.json', scene);
    const out = join(folder, 'many.glb');
    const line = ['run', file, '--ticks', '25', '--trajectories', out, ...args, '--hash'];
    expect(await skeinHere(line)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `skein: --trajectories ${out}: ${found}, expected at most 10,000 agents, 2,000,000 agents x samples and 16,777,216 ticks; choose agents with --only, or a larger --every, or a table such as .parquet\n`,
    });
    expect(existsSync(out)).toBe(false);
  });

  it('ends a run in which too many agents are born', async () => {
    const folder = testFolder();
    const file = write(folder, 'many.json', {
      ...many(5001, { lifetime: 0.03 }),
      commands: [{ tick: 3, type: 'spawn', species: 'ant', count: 5001, position: [1, 1] }],
    });
    const out = join(folder, 'many.glb');
    const line = ['run', file, '--ticks', '8', '--every', '4', '--trajectories', out];
    const { code, stderr } = await skeinHere(line);
    expect([code, stderr]).toEqual([2, expect.any(String)]);
    expect(stderr).toContain('found agent 10001 with its birth before tick 4, and 3 samples');
    expect(existsSync(out)).toBe(false);
  });
});

function many(count: number, more: object = {}): object {
  const spawn = { type: 'box', min: [0, 0], max: [90, 90] };
  return { name: 'many', dimensions: 2, species: [{ name: 'ant', count, spawn, ...more }] };
}
