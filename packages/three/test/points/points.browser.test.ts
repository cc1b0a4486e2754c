import { createWorld, parseScenario, type World } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import * as THREE from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { long, someOf } from '../../../core/test/helpers/long.ts';
import { AgentPoints } from '../../src/points/agent-points.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

const [WIDTH, HEIGHT] = [320, 200];
const box = { min: [-16, -9, -6], max: [16, 9, 6] } as const;

/** This many agents of this many species, all of the same size. */
function swarm(count: number, kinds: number): World {
  return createWorld(
    parseScenario({
      name: 'swarm',
      seed: 31,
      bounds: { type: 'wrap', ...box },
      species: Array.from({ length: kinds }, (_, k) => ({
        name: `kind${k}`,
        count: Math.floor((count * (k + 1)) / kinds) - Math.floor((count * k) / kinds),
        spawn: { type: 'box', ...box, velocity: { speed: 2 } },
        // Agents that search for neighbors are stored in the order of cells.
        behaviors: [{ type: 'alignment', weight: 1, radius: 1.5 }],
      })),
    }),
  );
}

function pointsOf(state: DrawnState, kinds: number, size: number): AgentPoints {
  return new AgentPoints(state, {
    colors: Array.from({ length: kinds }, () => new THREE.Color('#ffffff')),
    sizes: Array.from({ length: kinds }, () => size),
    extent: { center: new THREE.Vector3(), radius: 20 },
    flat: false,
    haze: new THREE.Color('#204060'),
  });
}

/** The requests of a frame to the graphics card. */
interface Asked {
  draws: number;
  points: number;
  bytes: number;
  /** Uploads that do not come straight from memory that threads share. */
  copies: number;
}

function watch(gl: WebGL2RenderingContext): () => Asked {
  let asked: Asked = { draws: 0, points: 0, bytes: 0, copies: 0 };
  const methods = gl as unknown as Record<string, (...values: never[]) => unknown>;
  const before = (name: string, look: (...values: never[]) => void) => {
    const method = methods[name]!;
    methods[name] = (...values) => {
      look(...values);
      return method.apply(gl, values);
    };
  };
  before('drawArrays', (_mode: number, _first: number, count: number) => {
    asked.draws += 1;
    asked.points += count;
  });
  const sub = (_target: number, _to: number, from: Uint32Array, _first: number, count: number) => {
    asked.bytes += count * from.BYTES_PER_ELEMENT;
    if (!(from.buffer instanceof SharedArrayBuffer)) asked.copies += 1;
  };
  before('bufferSubData', sub as never);
  before('bufferData', ((_target: number, from: ArrayBufferView | number) => {
    asked.bytes += typeof from === 'number' ? from : from.byteLength;
  }) as never);
  before('texSubImage2D', ((...values: unknown[]) => {
    const from = values[8];
    if (ArrayBuffer.isView(from)) asked.bytes += from.byteLength;
  }) as never);
  return () => {
    const now = asked;
    asked = { draws: 0, points: 0, bytes: 0, copies: 0 };
    return now;
  };
}

describe('points', () => {
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(WIDTH, HEIGHT);
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const take = watch(gl);
  const camera = new THREE.PerspectiveCamera(40, WIDTH / HEIGHT, 0.1, 500);
  const teams: Team[] = [];
  afterAll(async () => {
    renderer.dispose();
    for (const team of teams) await team.dispose();
  });

  function shown(count: number, kinds: number, size: number) {
    const world = swarm(count, kinds);
    const state = new DrawnState(world);
    let team: Team | undefined;
    const points = pointsOf(state, kinds, size);
    const scene = new THREE.Scene();
    scene.add(points);
    const draw = () => {
      points.update(state, 0, camera);
      renderer.render(scene, camera);
    };
    const step = async (ticks: number) => {
      if (team === undefined) {
        team = await createTeam(world, { workers: 2 });
        teams.push(team);
      }
      const room = state.agents.buffer;
      const report = await team.run(ticks, { ...(room && { points: room }) });
      state.copyFrom(world, report.points !== undefined);
    };
    const pixels = (): Uint8Array => {
      draw();
      const found = new Uint8Array(4 * WIDTH * HEIGHT);
      gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, found);
      return found;
    };
    return { state, points, draw, step, pixels };
  }

  it('are one draw call of at most 16 bytes per agent, for any number of species, without a copy', async () => {
    camera.position.set(0, 0, 60);
    camera.lookAt(0, 0, 0);
    const found: Asked[] = [];
    for (const kinds of [1, 5]) {
      const { draw, step, points } = shown(20_011, kinds, 0.2);
      draw();
      await step(2);
      take();
      draw();
      found.push(take());
      draw();
      // The same state is not uploaded again.
      expect(take()).toMatchObject({ draws: 1, bytes: 0 });
      points.dispose();
    }
    const [asked, five] = found as [Asked, Asked];
    expect(asked).toEqual(five);
    expect(asked).toMatchObject({ draws: 1, points: 20_011, copies: 0 });
    expect(asked.bytes / 20_011).toBeGreaterThanOrEqual(12);
    expect(asked.bytes / 20_011).toBeLessThanOrEqual(16);
  });

  it('add 4 bytes where agents are painted, and none for headings and speeds', async () => {
    const { draw, step, state, points } = shown(20_011, 1, 0.2);
    for (const [by, most] of [
      ['heading', 12.5],
      ['speed', 12.5],
      ['cell', 16.5],
    ] as const) {
      state.paint.by = by;
      draw();
      await step(1);
      draw();
      take();
      await step(1);
      draw();
      const { bytes } = take();
      expect(bytes / 20_011, by).toBeLessThanOrEqual(most);
    }
    points.dispose();
  });

  it('leave out agents that the camera cannot see, and keep those that it can', () => {
    const { draw, points, pixels } = shown(20_011, 1, 0.2);
    camera.position.set(0, 0, 0);
    camera.lookAt(0, -9, -2);
    draw();
    take();
    const culled = pixels();
    const { points: drawn, draws } = take();
    expect(drawn).toBeLessThan(0.7 * 20_011);
    expect(draws).toBeLessThanOrEqual(12);
    points.geometry.clearGroups();
    points.geometry.addGroup(0, 20_011, 0);
    renderer.render(points.parent as THREE.Scene, camera);
    const all = new Uint8Array(culled.length);
    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, all);
    expect(culled.filter((value, i) => value !== all[i]).length).toBe(0);
    expect(all.filter((value, i) => i % 4 < 3 && value > 30).length).toBeGreaterThan(1000);
    points.dispose();
  });

  it('light up where agents are, few as well as many', async () => {
    for (const count of someOf([37, 5003], 2, 1)) {
      const { state, points, step, pixels } = shown(count, 1, 0.3);
      camera.position.set(3, 5, 62);
      camera.lookAt(0, 0, 0);
      await step(3);
      const found = pixels();
      const at = new THREE.Vector3();
      let [inside, lit] = [0, 0];
      for (let i = 0; i < count; i++) {
        state.agents.positionInto(at, i).project(camera);
        const column = Math.floor(((at.x + 1) / 2) * WIDTH);
        const row = Math.floor(((at.y + 1) / 2) * HEIGHT);
        if (column < 1 || row < 1 || column > WIDTH - 2 || row > HEIGHT - 2) continue;
        inside += 1;
        const about = [-WIDTH, -1, 0, 1, WIDTH].map((k) => row * WIDTH + column + k);
        if (about.some((pixel) => found[4 * pixel + 1]! > 8)) lit += 1;
      }
      expect(inside).toBe(count);
      expect(lit / inside).toBeGreaterThan(0.97);
      points.dispose();
    }
  });

  it('do not burn out where they are dense', () => {
    const { points, pixels } = shown(40_000, 1, 1.5);
    points.material[0]!.uniforms.colors!.value[0].set('#3060a0').convertLinearToSRGB();
    camera.position.set(0, 0, 60);
    camera.lookAt(0, 0, 0);
    const found = pixels();
    const white = found.filter(
      (_, i) => i % 4 === 0 && Math.min(...found.subarray(i, i + 3)) > 235,
    );
    expect(white.length).toBe(0);
    expect(found.filter((value, i) => i % 4 === 2 && value > 100).length).toBeGreaterThan(5000);
    points.dispose();
  });

  long('are fewer far away, with as much light, and the same in each picture', () => {
    const { points, pixels } = shown(6000, 1, 0.1);
    camera.position.set(0, 0, 60);
    camera.lookAt(0, 0, 0);
    const perMeter = HEIGHT / 2 / Math.tan((20 * Math.PI) / 180) / 60;
    const look = (size: number) => {
      points.material[0]!.uniforms.sizes!.value = [size / perMeter];
      const found = pixels();
      const light = found.reduce((sum, value, i) => sum + (i % 4 < 3 ? value : 0), 0);
      const lit = found.filter((value, i) => i % 4 === 2 && value > 8).length;
      return { light, lit, found };
    };
    // Of a size of about 1 pixel nearly all are drawn, if dimly; of half that few have to stand for all.
    const near = look(0.8);
    const far = look(0.4);
    expect(far.lit).toBeLessThan(0.6 * near.lit);
    expect(far.light / near.light).toBeGreaterThan(0.17);
    expect(far.light / near.light).toBeLessThan(0.4);
    expect(look(0.4).found).toEqual(far.found);
    // Nothing jumps on the way.
    let before = near.light;
    for (let size = 0.76; size > 0.4; size -= 0.04) {
      const { light } = look(size);
      const fall = (light / before) * ((size + 0.04) / size) ** 2;
      expect(fall, `${size}`).toBeGreaterThan(0.92);
      expect(fall, `${size}`).toBeLessThan(1.08);
      before = light;
    }
    points.dispose();
  });
});
