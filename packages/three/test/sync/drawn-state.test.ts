import { command, createWorld, parseScenario, takeEvents, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { DrawnState } from '../../src/sync/drawn-state.ts';

/** Three beams, of which some are dead; and boids that leave no trails. */
function world() {
  return createWorld(
    parseScenario({
      name: 'both',
      species: [
        { name: 'boid', count: 5, spawn: { type: 'sphere', center: [0, 40, 0], radius: 4 } },
        {
          name: 'beam',
          count: 3,
          spawn: { type: 'pool' },
          damping: 0.1,
          behaviors: [{ type: 'homing', target: 'target' }],
        },
      ],
      targets: [{ name: 'target', position: [0, 0, 30], radius: 3 }],
      launchers: [
        { name: 'gun', species: 'beam', target: 'target', position: [1, 2, -3], speed: 30 },
      ],
    }),
  );
}

/** The far end of the segment written last. */
function lastEnd({ trails: { ring: trails } }: DrawnState): number[] {
  const i = (trails.written - 1) % trails.capacity;
  return [...trails.places.subarray(i * 12 + 6, i * 12 + 9)];
}

describe('DrawnState', () => {
  it('copies which links of a ground are open', () => {
    const w = createWorld(
      parseScenario({
        ...{ name: 'link', dimensions: 3 },
        ground: {
          vertices: [
            [0, 0, 0],
            [8, 0, 0],
            [0, 8, 0],
          ],
          polygons: [[0, 1, 2]],
          links: [
            { name: 'one', from: [1, 1, 0], to: [3, 1, 0] },
            { name: 'other', from: [1, 1, 0], to: [1, 3, 0], open: false },
          ],
        },
        species: [{ name: 'a', count: 1, spawn: { type: 'points', positions: [[1, 1, 0]] } }],
      }),
    );
    const state = new DrawnState(w);
    expect([...state.linkOpen]).toEqual([1, 0]);
    command(w, { type: 'link', link: 'other', open: true });
    command(w, { type: 'link', link: 'one', open: false });
    tick(w);
    state.copyFrom(w);
    expect([...state.linkOpen]).toEqual([0, 1]);
  });

  it('copies the living agents, and keeps showing them while the world moves', () => {
    const w = world();
    command(w, { type: 'fire', count: 2, angle: 1 });
    tick(w, 3);
    const state = new DrawnState(w);
    expect([state.living, state.tick]).toEqual([7, 3]);
    expect(state.seconds).toBeCloseTo(0.05, 12);
    expect([...state.species.subarray(0, 7)].sort()).toEqual([0, 0, 0, 0, 0, 1, 1]);
    for (let i = 0; i < 7; i++) {
      const { position, velocity } = w.views;
      expect([state.x[i], state.y[i], state.z[i]]).toEqual([
        position.x[i],
        position.y[i],
        position.z[i],
      ]);
      expect([state.vx[i], state.vy[i], state.vz[i]]).toEqual([
        velocity.x[i],
        velocity.y[i],
        velocity.z[i],
      ]);
    }
    expect([...state.targets]).toEqual([0, 0, 30]);
    const [version, z] = [state.version, [...state.z]];
    tick(w, 5);
    expect([...state.z]).toEqual(z);
    state.copyFrom(w);
    expect([...state.z]).not.toEqual(z);
    expect(state.version).toBeGreaterThan(version);
  });

  it('draws a trail from the muzzle to the head, for beams only', () => {
    const w = world();
    const state = new DrawnState(w);
    command(w, { type: 'fire', angle: 1 });
    for (let i = 0; i < 4; i++) {
      tick(w);
      state.copyFrom(w);
    }
    expect(state.trails.ring.written).toBeGreaterThanOrEqual(4);
    expect([...state.trails.ring.places.subarray(0, 3)]).toEqual([1, 2, -3]);
    const head = w.views.slot[5];
    const { x, y, z } = w.views.position;
    expect(lastEnd(state)).toEqual([x[head], y[head], z[head]]);
    expect(state.trails.ring.times[state.trails.ring.written * 4 - 1]).toBeCloseTo(4 / 60, 5);
  });

  it('ends a trail where the beam hit, and begins the next at the muzzle', () => {
    const w = world();
    const state = new DrawnState(w);
    const fly = () => {
      command(w, { type: 'fire', angle: 0.5 });
      for (;;) {
        tick(w);
        state.copyFrom(w);
        const hit = takeEvents(w).find((event) => event.type === 'hit');
        if (hit?.type === 'hit') return hit;
        if (w.tick > 1000) throw new Error('no hit');
      }
    };
    const hit = fly();
    state.trails.end(hit.id, hit.position, hit.tick);
    lastEnd(state).forEach((value, i) => {
      expect(value).toBeCloseTo(hit.position[i], 5);
    });
    const written = state.trails.ring.written;
    state.copyFrom(w);
    // Reported again, like a beam that is no longer drawn: this draws nothing.
    state.trails.end(hit.id, [9, 9, 9], hit.tick + 1);
    expect(state.trails.ring.written).toBe(written);
    command(w, { type: 'fire', count: 3, angle: 1 });
    tick(w);
    state.copyFrom(w);
    const next = (written % state.trails.ring.capacity) * 12;
    expect([...state.trails.ring.places.subarray(next, next + 3)]).toEqual([1, 2, -3]);
  });
});
