import { describe, expect, it } from 'vitest';
import { type Branch, unitsOf } from '../../src/laws/branches.ts';
import { defineLaw, type Law, readLaw, select, vec3 } from '../../src/laws/index.ts';
import { LAW_LIMITS } from '../../src/laws/law.ts';
import { operandsOf, scheduleOf } from '../../src/laws/schedule.ts';
import { runsOf, seedOf } from '../helpers/runs.ts';
import { randomLaw } from './random-law.ts';

/** The branches of a law's last level; checks that each node comes after its operands. */
function branchesOf({ nodes, vector }: Law): readonly Branch[] {
  const { agents } = scheduleOf({ nodes } as Law).at(-1)!;
  const known = new Set(nodes.keys());
  for (const at of agents) known.delete(at);
  const units = unitsOf(nodes, agents, new Set(vector));
  const all = units.flatMap((unit) => (typeof unit === 'number' ? [unit] : unit.nodes));
  expect([...all].sort((a, b) => a - b)).toEqual([...agents]);
  for (const unit of units) {
    if (typeof unit !== 'number') expect(known.has(unit.condition)).toBe(true);
    for (const at of typeof unit === 'number' ? [unit] : unit.nodes) {
      for (const one of operandsOf(nodes[at])) expect(known.has(one)).toBe(true);
      known.add(at);
    }
  }
  return units.filter((unit) => typeof unit !== 'number');
}

const RUNS = runsOf(100, 300);
const SEED = seedOf(2);

describe('a branch of a law', () => {
  it(`comes after its operands, and only its select needs it: ${RUNS} programs, seed ${SEED}`, () => {
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      const law = readLaw({
        ...{ law: 1, name: 'any', description: 'A random program.', result: 'force' },
        ...randomLaw(seed),
      });
      for (const { condition, side, nodes: own } of branchesOf(law)) {
        law.nodes.forEach((node, user) => {
          if (own.includes(user)) return;
          const used = operandsOf(node).filter((at) => own.includes(at));
          if (used.length === 0) return;
          expect(node[0]).toMatch(/^select/);
          expect(node[1]).toBe(condition);
          expect(used).toEqual([node[side === 'yes' ? 2 : 3]]);
        });
      }
    }
  });

  it('holds what only one side of the selects of a condition needs', () => {
    const law = defineLaw({
      name: 'shy',
      description: 'Goes off in a direction of its own from what it stands on.',
      aim: 'one',
      force({ aim, random }) {
        const own = random.at(0).direction();
        return select(aim.distance.greaterThan(0), aim.offset, own);
      },
    });
    const [branch, ...others] = branchesOf(law);
    expect(others).toEqual([]);
    expect(branch.side).toBe('no');
    expect(branch.nodes.length).toBeGreaterThan(80);
  });

  it('holds nothing that the force also needs outside it', () => {
    const law = defineLaw({
      name: 'bold',
      description:
        'Goes off in a direction of its own, and where it stands on its aim not along z.',
      aim: 'one',
      force({ aim, random }) {
        const own = random.at(0).direction();
        return vec3(own.x, own.y, select(aim.distance.greaterThan(0), own.z, 0));
      },
    });
    expect(branchesOf(law)).toEqual([]);
  });

  it('is made for at most one of two conditions that need each other', () => {
    const law = defineLaw({
      name: 'knot',
      description:
        'Two conditions, each of whose branches is made of what is selected by the other.',
      force({ self, random }) {
        const [one, other] = [self.velocity.x.greaterThan(0), self.velocity.y.greaterThan(0)];
        const drawn = [0, 1, 2, 3].map((stream) => random.normal(stream));
        const a = select(one, drawn[0], 0);
        const b = select(other, drawn[1], 0);
        const c = select(one, drawn[2].mul(b), 0);
        const d = select(other, drawn[3].mul(a), 0);
        return vec3(c, d, 0);
      },
    });
    expect(branchesOf(law).length).toBeLessThan(2);
  });

  it('is found quickly in a law of a thousand conditions', () => {
    const nodes: (string | number)[][] = [
      ['self', 'velocity.x'],
      ['number', 0.5],
    ];
    let last = 0;
    while (nodes.length + 3 < LAW_LIMITS.nodes) {
      const condition = nodes.push(['less', last, 1]) - 1;
      const root = nodes.push(['sqrt', last]) - 1;
      last = nodes.push(['select', condition, root, last]) - 1;
    }
    const law = readLaw({
      ...{ law: 1, name: 'many', description: 'Many conditions.', result: 'force' },
      ...{ aim: 'none', parameters: {}, nodes, vector: [last, last, last] },
    });
    const { agents } = scheduleOf(law).at(-1)!;
    const start = performance.now();
    unitsOf(law.nodes, agents, new Set(law.vector));
    expect(performance.now() - start).toBeLessThan(500);
  });
});
