import { createWorld, parseScenario, tick, type World } from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { packWorldPoints } from '@skein/core/read';
import { describe, expect, it, vi } from 'vitest';
import { MANY } from '../../src/sync/drawn-agents.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

const box = { min: [-40, -9, 3], max: [22, 8, 90] } as const;

function flock(count: number): World {
  return createWorld(
    parseScenario({
      name: 'flock',
      seed: 23,
      bounds: { type: 'wrap', ...box },
      species: [
        { name: 'boid', count, spawn: { type: 'box', ...box, velocity: { speed: 3 } } },
        { name: 'hawk', count: 3, spawn: { type: 'box', ...box, velocity: { speed: 20 } } },
      ],
    }),
  );
}

/** Like the threads: packs the world into the buffer of the state, which takes it. */
function takePacked(state: DrawnState, world: World): void {
  packWorldPoints(innerOf(world), state.agents.buffer!);
  state.copyFrom(world, true);
}

/** The number of bytes that typed arrays copy during a call. */
function bytesCopied(action: () => void): number {
  const spies = [Float32Array, Uint32Array, Uint8Array].map((type) =>
    vi.spyOn(Object.getPrototypeOf(type.prototype), 'set'),
  );
  action();
  const bytes = spies[0]!.mock.calls.reduce(
    (sum, [from]) => sum + ((from as { byteLength?: number }).byteLength ?? 0),
    0,
  );
  for (const spy of spies) spy.mockRestore();
  return bytes;
}

const place = { x: 0, y: 0, z: 0 };

describe('DrawnAgents', () => {
  it('copies nothing if the threads have packed many agents', () => {
    const world = flock(MANY + 1);
    const state = new DrawnState(world);
    tick(world);
    expect(bytesCopied(() => takePacked(state, world))).toBeGreaterThan(0);
    packWorldPoints(innerOf(world), state.agents.buffer!);
    expect(bytesCopied(() => state.copyFrom(world, true))).toBeLessThan(64);
  });

  it('reads single agents from points, and copies nothing for that', () => {
    const world = flock(MANY + 1);
    const state = new DrawnState(world);
    tick(world, 3);
    takePacked(state, world);
    const { position, velocity, species, id } = world.views;
    const copied = bytesCopied(() => {
      for (let i = 0; i < state.living; i += 97) {
        state.agents.positionInto(place, i);
        expect(place.x).toBeCloseTo(position.x[i]!, 2);
        expect(place.y).toBeCloseTo(position.y[i]!, 3);
        expect(place.z).toBeCloseTo(position.z[i]!, 2);
        state.agents.velocityInto(place, i);
        expect(Math.abs(place.x - velocity.x[i]!)).toBeLessThan(0.03);
        expect(Math.abs(place.z - velocity.z[i]!)).toBeLessThan(0.03);
        expect(state.agents.speciesAt(i)).toBe(species[i]);
        expect(state.id[i]).toBe(id[i]);
      }
    });
    expect(copied).toBe(0);
  });

  it('makes columns of points, and copies those of the next state when they were read', () => {
    const world = flock(MANY + 1);
    const state = new DrawnState(world);
    takePacked(state, world);
    expect(state.x[777]).toBeCloseTo(world.views.position.x[777]!, 2);
    expect(state.x).not.toEqual(world.views.position.x);
    tick(world);
    takePacked(state, world);
    expect(state.x).toEqual(world.views.position.x.slice());
    expect(state.vz).toEqual(world.views.velocity.z.slice());
    takePacked(state, world);
    // These were not read.
    packWorldPoints(innerOf(world), state.agents.buffer!);
    expect(bytesCopied(() => state.copyFrom(world, true))).toBeLessThan(64);
  });

  it('keeps the state that is drawn while the next is packed', () => {
    const world = flock(MANY + 1);
    const state = new DrawnState(world);
    takePacked(state, world);
    const before = state.agents.points.records.slice();
    tick(world, 5);
    packWorldPoints(innerOf(world), state.agents.buffer!);
    expect(state.agents.points.records).toEqual(before);
    state.copyFrom(world, true);
    expect(state.agents.points.records).not.toEqual(before);
  });

  it('packs by itself a state that the threads did not, as after a run that was cut short', () => {
    const world = flock(MANY + 1);
    const state = new DrawnState(world);
    const other = new DrawnState(world);
    tick(world, 2);
    state.copyFrom(world);
    takePacked(other, world);
    expect(state.agents.points.records).toEqual(other.agents.points.records);
    expect(state.agents.points.blocks).toEqual(other.agents.points.blocks);
  });

  it('copies the columns of few agents, and makes points of them on request', () => {
    const world = flock(311);
    const state = new DrawnState(world);
    expect(state.agents.buffer).toBeUndefined();
    tick(world, 4);
    state.copyFrom(world);
    expect(state.x.subarray(0, state.living)).toEqual(world.views.position.x.slice());
    const { records, blocks } = state.agents.points;
    const { buffer } = new DrawnState(flock(311)).agents.points;
    packWorldPoints(innerOf(world), buffer);
    expect(new Uint8Array(buffer).subarray(0, 64)).toEqual(
      new Uint8Array(records.buffer).subarray(0, 64),
    );
    expect(blocks[3]).toBeGreaterThan(0);
    const first = records.slice();
    tick(world, 9);
    state.copyFrom(world);
    expect(state.agents.points.records).not.toEqual(first);
  });
});
