import { readFileSync } from 'node:fs';
import { command, createWorld, parseScenarioText, takeEvents, tick, type World } from '@skein/core';
import { PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { ForceScale } from '../../src/insight/force-scale.ts';
import { Gizmo } from '../../src/insight/gizmo.ts';
import { Selection } from '../../src/insight/selection.ts';
import { initialOptions } from '../../src/options.ts';
import type { Session } from '../../src/session.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

function worldOf(scene: string): World {
  const path = new URL(`../../../../scenarios/${scene}.json`, import.meta.url);
  return createWorld(parseScenarioText(readFileSync(path, 'utf8')));
}

/** As much of a session as a selection asks for; nothing runs in between. */
function sessionOf(world: World): Session {
  const state = new DrawnState(world);
  const stepper = { whenIdle: async <T>(action: () => T) => action() };
  return { world, state, stepper, scenario: world.scenario } as unknown as Session;
}

describe('Selection', () => {
  it('looks at an agent at once, and anew at each state', () => {
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

  it('says who has ended, until another is selected', () => {
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

  it('goes from one living agent to the next by id, and begins again', () => {
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

describe('Gizmo', () => {
  it('draws the route over a map, from bend to bend', () => {
    const session = sessionOf(worldOf('maze'));
    const selection = new Selection();
    selection.open(session);
    tick(session.world);
    session.state.copyFrom(session.world);
    selection.select(2410);
    const insight = selection.insight!;
    const { points } = insight.ways[0];
    expect(points.length).toBeGreaterThan(5);
    const gizmo = new Gizmo(session.scenario);
    const camera = new PerspectiveCamera();
    camera.position.z = 50;
    const view = { pixelsPerMeter: 400, seconds: 0.1, lag: 0, options: initialOptions() };
    gizmo.update(insight, session.state, view, new ForceScale(), camera, 1);
    const drawn = new Set<string>();
    for (const lines of gizmo.object.children as ((typeof gizmo.object.children)[0] & {
      geometry: { attributes: { instanceStart: { data: { array: Float32Array } } } };
    })[]) {
      const { array } = lines.geometry.attributes.instanceStart.data;
      for (let at = 0; at < array.length; at += 6) drawn.add(array.subarray(at, at + 6).join());
    }
    points.slice(1).forEach((to, k) => {
      expect(drawn).toContain(Float32Array.from([...points[k], ...to]).join());
    });
    gizmo.dispose();
  });
});
