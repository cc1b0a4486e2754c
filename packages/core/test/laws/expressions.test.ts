import { describe, expect, it } from 'vitest';
import {
  type BoolNode,
  defineLaw,
  evaluateLaw,
  type FloatNode,
  select,
  type UintNode,
  vec3,
} from '../../src/laws/index.ts';

const fround = Math.fround;
const range = { unit: '1', default: 0, min: -1e9, max: 1e9, description: 'An operand.' };

describe('remainders', () => {
  const law = defineLaw({
    name: 'remainder',
    description: 'Of a number, and of a known one.',
    parameters: { x: range, step: range },
    force: ({ parameters: { x, step } }) => vec3(x.mod(step), x.mod(2.5), x.mod(x)),
  });
  const of = (x: number, step: number): number => evaluateLaw(law, { parameters: { x, step } })[0];

  it.each([
    [7, 4, 3],
    [-7, 4, 1],
    [-8, 4, 0],
    [0.75, 0.5, 0.25],
    [7, -4, -1],
    [1e6 + 0.5, 1, 0.5],
  ])('of %d by %d is %d', (x, step, wanted) => {
    expect(of(x, step)).toBe(wanted);
    expect(evaluateLaw(law, { parameters: { x: -1 } })[1]).toBe(1.5);
  });

  it('may equal the step by rounding, and are NaN for a step of 0', () => {
    const x = -fround(1e-9);
    expect(of(x, 1)).toBe(1);
    expect(of(3, 0)).toBeNaN();
  });
});

describe('whole numbers compared', () => {
  const compared = (compare: (id: UintNode) => BoolNode): string =>
    [6, 7, 8, 4294967295]
      .map((id) => {
        const law = defineLaw({
          name: 'compared',
          description: 'Whether the id is.',
          force: ({ self }) => vec3(select(compare(self.id), 1, 0), 0, 0),
        });
        return evaluateLaw(law, { self: { id } })[0];
      })
      .join('');

  it('count as numbers without a sign', () => {
    expect(compared((id) => id.lessThan(7))).toBe('1000');
    expect(compared((id) => id.lessThanEqual(7))).toBe('1100');
    expect(compared((id) => id.greaterThan(7))).toBe('0011');
    expect(compared((id) => id.greaterThanEqual(7))).toBe('0111');
  });
});

describe('whole numbers divided', () => {
  /** Divides by the id of the agent, and by a constant. */
  const divided = (by: number) =>
    defineLaw({
      name: 'divided',
      description: 'High and low halves tell all bits of a quotient and a remainder.',
      force: ({ tick, self: { id } }) => {
        const bits = tick.div(id).mul(3).add(tick.mod(id)).add(tick.div(by)).bitXor(tick.mod(by));
        return vec3(bits.shiftRight(16).toFloat(), bits.bitAnd(0xffff).toFloat(), 0);
      },
    });
  const wrap = (value: bigint): bigint => BigInt.asUintN(32, value);

  it('leave a remainder, and are divided by 0 as if by 1', () => {
    const numbers = [0, 1, 2, 3, 7, 10, 65535, 2147483647, 2147483648, 4294967294, 4294967295];
    for (const by of numbers) {
      const law = divided(by);
      for (const id of numbers) {
        for (const tick of numbers) {
          const [a, b, c] = [tick, id || 1, by || 1].map(BigInt);
          const wanted = wrap((a / b) * 3n + (a % b) + a / c) ^ (a % c);
          const [high, low] = evaluateLaw(law, { tick, self: { id } });
          expect(high * 65536 + low, `${tick} by ${id} and ${by}`).toBe(Number(wanted));
        }
      }
    }
  });
});

it('parameters may be destructured, with a rest pattern too', () => {
  const law = defineLaw({
    name: 'rest',
    description: 'The sum of the rest.',
    parameters: { a: range, b: range, c: range },
    force({ parameters: { a, ...rest } }) {
      const all: FloatNode[] = Object.values(rest);
      return vec3(all[0].add(all[1]), a, all.length);
    },
  });
  expect(evaluateLaw(law, { parameters: { a: 4, b: 2, c: 1 } })).toEqual([3, 4, 2]);
});
