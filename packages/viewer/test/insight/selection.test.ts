import { readFileSync } from 'node:fs';
import {
  command,
  createWorld,
  parseScenario,
  parseScenarioText,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import { DrawnState } from '@skein/three/parts';
import { type InterleavedBufferAttribute, PerspectiveCamera, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { explaining } from '../../src/insight/explaining.ts';
import { ForceScale } from '../../src/insight/force-scale.ts';
import { Gizmo } from '../../src/insight/gizmo.ts';
import { Selection } from '../../src/insight/selection.ts';
import { initialOptions } from '../../src/options.ts';
import { lines } from '../../src/scene/webgl/lines.ts';
import type { Session } from '../../src/session.ts';

function worldOf(scene: string): World {
  const path = new URL(`../../../../scenarios/${scene}.json`, import.meta.url);
  return createWorld(parseScenarioText(readFileSync(path, 'utf8')));
}

/** The parts of a session that a selection uses; no tick is computed meanwhile. */
function sessionOf(world: World): Session {
  const state = new DrawnState(world);
  const stepper = { whenIdle: async <T>(action: () => T) => action() };
  return { world, state, stepper, scenario: world.scenario } as unknown as Session;
}

// The code that explains agents is loaded when it is first wanted.
beforeAll(() => vi.waitFor(() => expect(explaining(() => {})).toBeDefined()));

describe('Selection', () => {
  it('reads the insight as soon as the code that explains agents is there', async () => {
    vi.resetModules();
    const fresh = await import('../../src/insight/selection.ts');
    const selection = new fresh.Selection();
    selection.open(sessionOf(worldOf('flock')));
    selection.select(17);
    expect([selection.id, selection.insight]).toEqual([17, undefined]);
    await vi.waitFor(() => expect(selection.insight).toMatchObject({ id: 17, tick: 0 }));
  });

  it('reads the insight at once, and again at each state', () => {
    const session = sessionOf(worldOf('flock'));
    const selection = new Selection();
    selection.open(session);
    selection.select(17);
    expect(selection.insight).toMatchObject({ id: 17, tick: 0 });
    tick(session.world, 3);
    selection.look(session.world);
    expect(selection.insight).toMatchObject({ id: 17, tick: 3 });
    selection.select(undefined);
    expect([selection.id, selection.insight]).toEqual([undefined, undefined]);
    selection.look(session.world);
    expect(selection.insight).toBeUndefined();
  });

  it('keeps the id of an agent that has ended, until another is selected', () => {
    const session = sessionOf(worldOf('beams'));
    const { world } = session;
    command(world, { type: 'fire', count: 2 });
    tick(world);
    session.state.copyFrom(world);
    const selection = new Selection();
    selection.open(session);
    selection.selectNext();
    const id = selection.id;
    expect(selection.insight?.species).toBe('beam');
    while (takeEvents(world).every((event) => event.type !== 'hit' || event.id !== id)) tick(world);
    selection.look(world);
    expect([selection.id, selection.insight, selection.gone]).toEqual([undefined, undefined, id]);
    selection.open(undefined);
    expect(selection.gone).toBeUndefined();
  });

  it('moves from each living agent to the next id, and starts again', () => {
    const session = sessionOf(worldOf('beams'));
    const { world } = session;
    const selection = new Selection();
    selection.open(session);
    selection.selectNext();
    expect(selection.id).toBeUndefined();
    command(world, { type: 'fire', count: 3 });
    tick(world);
    session.state.copyFrom(world);
    const { living: count } = session.state;
    const ids = Array.from({ length: count + 1 }, () => {
      selection.selectNext();
      return selection.id!;
    });
    const living = [...session.state.id.subarray(0, count)].sort((a, b) => a - b);
    expect(ids).toEqual([...living, living[0]]);
  });
});

/** The lines that a gizmo draws, as [from, to] in meters. */
function linesOf(gizmo: Gizmo): (readonly [Vector3, Vector3])[] {
  return gizmo.object.children.flatMap((drawn) => {
    const { geometry } = drawn as LineSegments2;
    const { array } = (geometry.attributes.instanceStart as InterleavedBufferAttribute).data;
    return Array.from(
      { length: geometry.instanceCount },
      (_, k) =>
        [new Vector3().fromArray(array, 6 * k), new Vector3().fromArray(array, 6 * k + 3)] as const,
    );
  });
}

describe('Gizmo', () => {
  it('draws each force from the agent, all on one scale, and a line to each neighbor', () => {
    const session = sessionOf(worldOf('flock'));
    const { world, state } = session;
    tick(world, 30);
    state.copyFrom(world);
    const selection = new Selection();
    selection.open(session);
    selection.select(7);
    const insight = selection.insight!;
    const scale = new ForceScale();
    scale.update(insight, 0.1);
    const gizmo = new Gizmo(lines, session.scenario);
    const camera = new PerspectiveCamera();
    camera.position.set(3, 5, 90);
    const lag = 0.01;
    const view = {
      pixelsPerMeter: 400,
      seconds: 0.1,
      lag,
      look: { ...initialOptions(), color: 'species' as const, flash: 0 },
      camera,
    };
    gizmo.update(insight, state, view, scale.longest, camera, 1);
    const drawnAt = (position: readonly number[], velocity: readonly number[]) =>
      new Vector3(...position).addScaledVector(new Vector3(...velocity), -lag);
    const origin = drawnAt(insight.position, insight.velocity);
    const ends = linesOf(gizmo)
      .filter(([from]) => from.distanceTo(origin) < 1e-4)
      .map(([, to]) => to.clone().sub(origin));
    const drawnTo = (offset: Vector3) => ends.some((end) => end.distanceTo(offset) < 1e-3);
    for (const { place } of insight.neighbors) {
      const { x, y, z, vx, vy, vz } = state;
      const other = drawnAt([x[place], y[place], z[place]], [vx[place], vy[place], vz[place]]);
      expect(drawnTo(other.sub(origin))).toBe(true);
    }
    const perNewton = (96 * (90 - origin.z)) / 400 / scale.longest;
    const felt = insight.forces.filter(({ length }) => length > 1);
    expect(felt.length).toBeGreaterThan(1);
    for (const { force } of felt) {
      expect(drawnTo(new Vector3(...force).multiplyScalar(perNewton))).toBe(true);
    }
    gizmo.dispose();
  });

  it('draws the route across a map, from bend to bend', () => {
    const session = sessionOf(worldOf('maze'));
    const selection = new Selection();
    selection.open(session);
    tick(session.world, 20);
    session.state.copyFrom(session.world);
    selection.select(2410);
    const insight = selection.insight!;
    const { points } = insight.ways[0];
    expect(points.length).toBeGreaterThan(5);
    const gizmo = new Gizmo(lines, session.scenario);
    const camera = new PerspectiveCamera();
    camera.position.z = 50;
    const view = {
      pixelsPerMeter: 400,
      seconds: 0.1,
      lag: 0,
      look: { ...initialOptions(), color: 'species' as const, flash: 0 },
      camera,
    };
    gizmo.update(insight, session.state, view, new ForceScale().longest, camera, 1);
    const textOf = (...ends: number[][]) => Float32Array.from(ends.flat()).join();
    const drawn = linesOf(gizmo).map(([from, to]) => textOf(from.toArray(), to.toArray()));
    points.slice(1).forEach((to, k) => {
      expect(drawn).toContain(textOf([...points[k]], [...to]));
    });
    gizmo.dispose();
  });

  it('draws an unreachable way up to its end, and nothing behind the wall', () => {
    const world = createWorld(
      parseScenario({
        name: 'wall',
        dimensions: 2,
        map: { rows: ['..#...', '..#...', '..#...', '..#...'] },
        species: [
          {
            name: 'walker',
            count: 1,
            maxSpeed: 3,
            spawn: { type: 'points', positions: [[0.5, 3.5, 0]] },
            behaviors: [{ type: 'navigate' }],
          },
        ],
        targets: [{ name: 'goal', position: [4.5, 0.5, 0] }],
      }),
    );
    const session = sessionOf(world);
    const selection = new Selection();
    selection.open(session);
    session.state.copyFrom(world);
    selection.select(0);
    const gizmo = new Gizmo(lines, session.scenario);
    const camera = new PerspectiveCamera();
    camera.position.z = 50;
    const view = {
      pixelsPerMeter: 4000,
      seconds: 0.1,
      lag: 0,
      look: { ...initialOptions(), color: 'species' as const, flash: 0 },
      camera,
    };
    const scale = new ForceScale();
    scale.update(selection.insight!, 0.1);
    gizmo.update(selection.insight!, session.state, view, scale.longest, camera, 1);
    const ends = linesOf(gizmo).flat();
    expect(ends.some((end) => end.distanceTo(new Vector3(1.5, 0.5, 0)) < 1e-6)).toBe(true);
    for (const { x } of ends) expect(x).toBeLessThan(2);
    gizmo.dispose();
  });
});
