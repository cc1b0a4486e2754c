import { describe, expect, it } from 'vitest';
import { defineLaw, lawCode, lawCost, vec3 } from '../../src/laws/index.ts';

describe('the cost of a law', () => {
  it('equals a count by hand for a law of the agent alone', () => {
    const law = defineLaw({
      name: 'sum',
      description: 'x + y, twice as much, and 3. \u2192',
      force: ({ self: { position } }) => {
        const sum = position.x.add(position.y);
        return vec3(sum, sum.mul(2), 3);
      },
    });
    // x, y, x + y, 2, 2 (x + y), 3; x + y is used twice and worked out once.
    expect(lawCost(law)).toEqual({
      nodes: 6,
      operationsPerAgent: 2,
      operationsPerNeighbor: 0,
      reductions: 0,
      sets: 0,
      walks: 0,
      jsonBytes: Buffer.byteLength(JSON.stringify(law)),
    });
  });

  it('equals a count by hand for two walks over one set, and counts what both need twice', () => {
    const law = defineLaw({
      name: 'spread',
      description: 'Differences from a mean.',
      force({ neighbors }) {
        const near = neighbors.within(5);
        const half = near.sum((other) => other.offset.x.mul(0.5));
        const spread = near.max((other) => other.offset.x.mul(0.5).sub(half).abs());
        return vec3(spread.add(near.count()), 0, 0);
      },
    });
    expect(lawCost(law)).toMatchObject({
      // most + count
      operationsPerAgent: 1,
      // x / 2; x / 2, - half, abs
      operationsPerNeighbor: 4,
      reductions: 3,
      sets: 1,
      walks: 2,
    });
  });

  it('includes valid WebAssembly code that grows with the number of operations', () => {
    const sums = [1, 40].map((count) =>
      defineLaw({
        name: 'sums',
        description: 'Adds.',
        force({ self }) {
          let { x } = self.position;
          for (let n = 0; n < count; n++) x = x.mul(self.velocity.x).add(n);
          return vec3(x, 0, 0);
        },
      }),
    );
    const [short, long] = sums.map(lawCode);
    expect(WebAssembly.validate(short)).toBe(true);
    expect(WebAssembly.validate(long)).toBe(true);
    expect(long.length).toBeGreaterThan(short.length + 39 * 20);
  });
});
