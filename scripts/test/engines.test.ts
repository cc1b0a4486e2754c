import {
  createWorld,
  parseScenario,
  recordReplay,
  snapshot,
  stateHash,
  tick,
  type World,
} from '@skein/core';
import { innerOf } from '@skein/core/internal';
import { worldDigest } from '@skein/core/read';
import { describe, expect, it } from 'vitest';
import { long } from '../../packages/core/test/helpers/long.ts';
import type { Finding, Task } from '../engines/checks.mjs';
import { differences, table, verdict, waysOf } from '../engines/compare.mjs';
import { checkInNode, nodeOf } from '../engines/node.mjs';
import { taskOf } from '../engines/tasks.mjs';

const digests = { start: 'd0', middle: 'd1', end: 'd2' };
const golden = {
  beams: { ticks: 600, start: 'b0', middle: 'b1', end: 'b2', digests },
  maze: { ticks: 120, start: 'm0', middle: 'm1', end: 'm2', digests },
};
const TEAMS = [0, 3];

/** The findings of an engine without errors, except for one error in one way of stepping. */
function findings(way = '', wrong: Partial<Finding> = {}): Finding[] {
  return waysOf(Object.keys(golden), TEAMS).map(({ scene, kernel, workers }) => {
    const { start, middle, end } = golden[scene as keyof typeof golden];
    const right = { start, middle, end, continued: end, snapshot: undefined, replay: undefined };
    const how = { scene, kernel: kernel as Finding['kernel'], workers };
    const one = { ...how, ...right, digests: { ...digests, continued: digests.end } };
    return way === `${scene} ${kernel} ${workers}` ? { ...one, ...wrong } : one;
  });
}

describe('the findings of an engine', () => {
  it('are right if all combinations were run and all hashes are golden', () => {
    expect(findings()).toHaveLength(8);
    expect(differences(findings(), golden, TEAMS)).toEqual([]);
  });

  it.each([
    [{ start: 'x' }, 'tick 0: x, not m0'],
    [{ middle: 'x' }, 'tick 60: x, not m1'],
    [{ end: 'x' }, 'tick 120: x, not m2'],
    [{ continued: 'm1' }, 'tick 120 from the snapshot: m1, not m2'],
    [
      { digests: { ...digests, continued: 'x' } },
      'digest of tick 120 from the snapshot: x, not d2',
    ],
    [{ digests: { ...digests, start: 'x', continued: 'd2' } }, 'digest of tick 0: x, not d0'],
    [{ snapshot: 'byte 9' }, 'snapshot of tick 60: byte 9'],
    [{ replay: 'tick 17' }, 'replay, tick 17'],
  ])('report %j with its scene, kernel and threads', (wrong, told) => {
    const found = differences(findings('maze simd 3', wrong), golden, TEAMS);
    expect(found).toEqual([`maze, simd, 3 workers, ${told}`]);
  });

  it('must be complete: an engine without a kernel or without threads has not passed', () => {
    const without = findings().filter(({ scene, kernel }) => scene !== 'beams' || kernel === 'ts');
    expect(differences(without, golden, TEAMS)).toEqual([
      'beams, simd, calling thread: was not run',
      'beams, simd, 3 workers: was not run',
    ]);
    expect(differences([], golden, TEAMS)).toHaveLength(8);
  });

  it('have other ways on the graphics card, which must be complete too', () => {
    const found = findings().map((one) => ({ ...one, kernel: 'gpu' as const }));
    expect(differences(found, golden, [3], ['gpu'])).toEqual([]);
    expect(differences(findings(), golden, [3], ['gpu'])).toEqual([
      'beams, gpu, 3 workers: was not run',
      'maze, gpu, 3 workers: was not run',
    ]);
  });
});

describe('an engine that diverges', () => {
  const TICKS = 40;
  const flock = parseScenario({
    name: 'flock',
    seed: 3,
    species: [
      {
        name: 'bird',
        count: 17,
        maxSpeed: 6,
        spawn: { type: 'sphere', center: [0, 0, 0], radius: 5, velocity: { speed: 2 } },
        behaviors: [{ type: 'cohesion', radius: 6 }, { type: 'wander' }],
      },
    ],
  });

  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

  /** Steps to `ticks`. Before the step from tick `at`, agent 5 is moved, to simulate an error. */
  function astray(world: World, ticks: number, at: number, then = () => {}): World {
    while (world.tick < ticks) {
      if (world.tick === at) world.views.position.x[5] += 0.25;
      tick(world);
      then();
    }
    return world;
  }

  /** A task whose replay and snapshot diverged at tick 12. */
  function taskAstray(): Task {
    const world = createWorld(flock);
    const recorder = recordReplay(world, { keyframeEvery: TICKS / 2 });
    astray(world, TICKS, 12, () => recorder.take());
    const saved = snapshot(astray(createWorld(flock), TICKS / 2, 12));
    const right = taskOf('flock', flock, TICKS);
    return { ...right, replay: base64(recorder.finish()), snapshot: base64(saved) };
  }

  long(
    'is reported by scene, tick, column and agent, from a real Node',
    {
      timeout: 180_000,
    },
    async () => {
      const hashAt = (ticks: number) => stateHash(astray(createWorld(flock), ticks, -1));
      const digestAt = (ticks: number) =>
        worldDigest(innerOf(astray(createWorld(flock), ticks, -1)));
      const digests = { start: digestAt(0), middle: 'another', end: digestAt(40) };
      const right = {
        ticks: TICKS,
        start: hashAt(0),
        middle: hashAt(20),
        end: hashAt(40),
        digests,
      };
      const golden = { flock: { ...right, end: 'another' }, maze: right };
      const found: Finding[] = [];
      await checkInNode(
        nodeOf(Number(process.versions.node.split('.')[0])),
        [taskAstray()],
        (finding) => found.push(finding),
      );

      const elsewhere = stateHash(astray(createWorld(flock), TICKS, 12));
      const digestElsewhere = worldDigest(innerOf(astray(createWorld(flock), TICKS, 12)));
      const agent =
        '{"column":"positionX","agent":\\d+,"found":[-.\\d]+,"expected":[-.\\d]+,"tick":20}';
      const whats = [
        `tick 40: ${right.end}, not another`,
        `tick 40 from the snapshot: ${elsewhere}, not another`,
        `digest of tick 20: ${digestAt(20)}, not another`,
        `digest of tick 40 from the snapshot: ${digestElsewhere}, not ${digests.end}`,
        'snapshot of tick 20: byte \\d+',
        `replay, tick 13: found ${hashAt(13)}, expected \\w{16}, ${agent}`,
      ];
      const ways = ['ts', 'simd'].flatMap((kernel) =>
        ['calling thread', '3 workers'].map((by) => `${kernel}, ${by}`),
      );
      expect(differences(found, golden, TEAMS)).toEqual([
        ...ways.flatMap((way) =>
          whats.map((what) => expect.stringMatching(`^flock, ${way}, ${what}$`)),
        ),
        ...ways.map((way) => `maze, ${way}: was not run`),
      ]);
    },
  );
});

describe('the verdict on all engines', () => {
  const fine = { version: '20.20.2', runs: 68, viewer: '', seconds: 9, wrong: [] };
  const good = { engine: 'node20', ...fine };
  const bad = { ...good, engine: 'firefox', wrong: ['1', '2', '3', '4', '5', '6'] };

  it.each([
    ['passes when nothing is wrong', [good], [], true, false],
    ['fails when one engine is wrong', [good, bad], [], false, true],
    ['fails when no engine was available', [], ['webkit: none'], false, true],
    ['passes without an engine that was not requested', [good], ['webkit: none'], false, false],
    ['fails without an engine that was requested', [good], ['webkit: none'], true, true],
  ])('%s', (_, results, missing, asked, failed) => {
    expect(verdict(results, missing, asked).failed).toBe(failed);
  });

  it('lists the results by engine', () => {
    const [, , , ...told] = verdict([good, bad], ['webkit: none'], false).text.split('\n');
    expect(told).toEqual([
      '| firefox | 20.20.2 | 68   |        | 9 | 6 WRONG |',
      ...['firefox: 1', 'firefox: 2', 'firefox: 3', 'firefox: 4', 'firefox: 5'],
      'not run: webkit: none',
    ]);
  });
});

it('a table pads each column to one width', () => {
  const rows = [
    ['engine', 'runs'],
    ['webkit', '68'],
    ['node', '7'],
  ];
  expect(table(rows).split('\n')).toEqual([
    '| engine | runs |',
    '| ------ | ---- |',
    '| webkit | 68   |',
    '| node   | 7    |',
  ]);
});
