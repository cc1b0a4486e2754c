import { describe, expect, it } from 'vitest';
import { LONG, someOf } from '../../packages/core/test/helpers/long.ts';
import type { Cloud } from '../src/neighbors.ts';
import { checkWork, PeerContender } from '../src/peers/contest.ts';
import { PEERS } from '../src/peers/index.ts';
import { startOf } from '../src/peers/peer.ts';

it.each(someOf(PEERS, 2).map((peer) => [peer.name, peer] as const))(
  '%s does the workload',
  (_, peer) => {
    const contender = new PeerContender(peer, LONG ? 1203 : 603, 10, 1);
    const before = contender.checksum;
    expect(contender.sample()).toBeGreaterThan(0);
    expect(contender.checksum).not.toBe(before);
    expect(contender.neighbors).toBeGreaterThan(6);
    expect(contender.neighbors).toBeLessThan(14);
    expect(contender.note).toContain(peer.differs);
  },
);

it.each(someOf(PEERS, 2, 1).map((peer) => [peer.name, peer] as const))(
  '%s computes the same each time',
  (_, peer) => {
    const positions = [0, 1].map(() => {
      // The fastest setting may vary between runs; the result may not.
      const run = peer.start(343, 8);
      run.step();
      return run.cloud().positions;
    });
    const distance = positions[0].map((value, i) => Math.abs(value - positions[1][i]));
    expect(Math.max(...distance)).toBeLessThan(0.02);
  },
);

describe('a peer', () => {
  const { position, edge } = startOf({ agents: 1000, neighbors: 10 });
  const before: Cloud = { positions: position, radius: 2.08, edge };
  const moved = position.map((value) => value + 0.01);
  const after = (positions: Float64Array): Cloud => ({ ...before, positions });

  it('is not refused if it works', () => {
    expect(() => checkWork('it', before, after(moved), 10, 10.2)).not.toThrow();
  });

  it('is refused if its agents rest', () => {
    const half = moved.map((value, i) => (i % 2 === 0 ? value : position[i]));
    expect(() => checkWork('it', before, after(half), 10, undefined)).toThrow('it: agents rest');
  });

  it('is refused if it loses an agent', () => {
    const lost = moved.map((value, i) => (i === 17 ? Number.NaN : value));
    expect(() => checkWork('it', before, after(lost), 10, undefined)).toThrow('agents were lost');
  });

  it('is refused if its agents are too far apart', () => {
    const wide: Cloud = { positions: position.map((v) => 2 * v), radius: 2.08, edge: 2 * edge };
    expect(() => checkWork('it', wide, after(moved), 10, undefined)).toThrow(
      /neighbors on average, expected 10/,
    );
  });

  it('is refused if its lists have too few or too many neighbors', () => {
    for (const listed of [5, 20]) {
      expect(() => checkWork('it', before, after(moved), 10, listed)).toThrow(/its lists have/);
    }
  });
});
