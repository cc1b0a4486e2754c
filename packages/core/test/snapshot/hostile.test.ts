import { describe, expect, it } from 'vitest';
import { SnapshotError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { SPECIES_PARAMETERS } from '../../src/scenario/species-schema.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { planeViews } from '../../src/snapshot/planes.ts';
import { logSection } from '../../src/snapshot/sections.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { keptRows } from '../../src/snapshot/state-planes.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { command } from '../../src/world/commands.ts';
import { RECORD, STATE_ROWS } from '../../src/world/layout.ts';
import type { World } from '../../src/world/world.ts';
import { fieldScene } from '../fields/scenes.ts';
import { linkedScene } from '../ground/two-floors.ts';
import { LONG, long, someOf } from '../helpers/long.ts';
import { busyObstacles } from '../helpers/obstacle-scenes.ts';
import { scene } from '../helpers/scenes.ts';
import { refusalOf, resealed, smallSnapshot, smallWorld } from '../helpers/snapshots.ts';

/** With two scalar fields, three agents and little else. */
function fieldWorld(): World {
  const world = createWorld(fieldScene({ count: 3, cells: [3, 2] }), { maxWorkers: 1 });
  tick(world, 3);
  return world;
}

function busyWorld(): World {
  const world = createWorld(busyObstacles(2, { type: 'avoidance' }), { maxWorkers: 1 });
  tick(world, 3);
  return world;
}

/** Files whose checksums all fit, as if made by an attacker that knows the format. */

const whole = smallSnapshot();

/** The small snapshot with the text of a section changed. */
function withText(id: string, change: (text: string) => string): Uint8Array {
  return resealed(whole, (sections) => {
    const at = sections.findIndex((section) => section.id === id);
    const text = change(Buffer.from(sections[at].body).toString());
    sections[at] = { ...sections[at], body: Buffer.from(text, 'latin1') };
  });
}

describe('a scenario in a snapshot', () => {
  it.each([
    ['is not JSON', (text: string) => text.slice(1), 'text that is not JSON, expected JSON'],
    [
      'is not UTF-8',
      (text: string) => text.replace('small', '\xff'),
      'bytes that are not UTF-8, expected text',
    ],
    [
      'has an unknown key',
      (text: string) => text.replace('"seed"', '"sed"'),
      '$.sed: an unknown key (did you mean "seed"?), expected one of "seed", "dt", "map", "mesh", "name", or 20 others',
    ],
    [
      'has a prototype',
      (text: string) => `{"__proto__":{"a":1},${text.slice(1)}`,
      '$.__proto__: the key "__proto__", expected another name',
    ],
    ['is a list', () => '[]', '$: an array of 0, expected an object'],
    ['is deep', () => '['.repeat(1000) + ']'.repeat(1000), '33 levels, expected at most 32 levels'],
  ] as const)('that %s is refused', (_, change, told) => {
    const refusal = refusalOf(withText('SCEN', change));
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_CONTENT', section: 'SCEN' });
    expect(refusal.message).toContain(`: found ${told}.`);
  });

  it('with other agents than the header says is refused', () => {
    const other = withText('SCEN', (text) => text.replace('"count":5', '"count":6'));
    expect(refusalOf(other)).toMatchObject({ section: 'header', found: '10 agents' });
  });

  it('of millions of agents is refused before memory is taken for them', () => {
    const huge = resealed(whole, (sections, head) => {
      const at = sections.findIndex((section) => section.id === 'SCEN');
      const text = Buffer.from(sections[at].body).toString();
      const body = Buffer.from(text.replace('"count":5', '"count":4000000'));
      sections[at] = { ...sections[at], body };
      head.agents = 4_000_005;
    });
    const begin = process.memoryUsage().arrayBuffers;
    expect(refusalOf(huge)).toMatchObject({ code: 'SNAPSHOT_LAYOUT', section: 'STAT' });
    expect(process.memoryUsage().arrayBuffers - begin).toBeLessThan(1e6);
  });
});

describe('a log in a snapshot', () => {
  it.each([
    ['is not JSON', '{"type":"fire"', 'text that is not JSON, expected JSON'],
    ['has an empty line', '\n\n', 'text that is not JSON, expected JSON'],
    ['has a number', '7', 'command 0 that is not an object, expected an object'],
    ['has null', 'null', 'command 0 that is not an object, expected an object'],
    [
      'has a command of an unknown kind',
      '{"type":"quit","tick":3}',
      'command 0: Command refused. $.type: found "quit", expected one of "fire", "move", "cells", "set", "remove", "place", "go", "obstacle", "spawn", "write", "assign", "link", "area", expected a valid command for the scenario',
    ],
    [
      'has an unknown key',
      '{"type":"fire","loud":true,"tick":17}',
      'command 0: Command refused. $.loud: found an unknown key, expected one of "type", "launcher", "count", "angle", expected a valid command for the scenario',
    ],
    [
      'has a command for an unknown launcher',
      '{"type":"fire","launcher":"cannon","tick":17}',
      'command 0: Command refused. $.launcher: found "cannon", expected one of "bow", expected a valid command for the scenario',
    ],
    [
      'has a command out of range',
      '{"type":"fire","count":6,"tick":17}',
      'command 0: Command refused. $.count: found 6, expected at most 5, the size of the pool "dart", expected a valid command for the scenario',
    ],
    [
      'has a command of a later tick than a rewind can leave',
      '{"type":"fire","tick":82}',
      'command 0 of tick 82, expected a tick from 0 to 81',
    ],
    [
      'has a command of no tick',
      '{"type":"fire"}',
      'command 0 of tick undefined, expected a tick from 0 to 81',
    ],
    [
      'has a command of half a tick',
      '{"type":"fire","tick":2.5}',
      'command 0 of tick 2.5, expected a tick from 0 to 81',
    ],
    [
      'goes back',
      '{"type":"fire","tick":9}\n{"type":"fire","tick":8}',
      'command 1 of tick 8, expected a tick from 9 to 81',
    ],
  ])('that %s is refused', (_, text, told) => {
    const refusal = refusalOf(withText('LOGS', () => text));
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_CONTENT', section: 'LOGS' });
    expect(refusal.message).toContain(`: found ${told}.`);
  });

  long('with a line that is longer than any command is refused before it is parsed', () => {
    const line = (length: number) => `{"type":"fire","tick":17}`.padEnd(length);
    expect(restore(withText('LOGS', () => line(2 ** 22))).log).toHaveLength(1);
    const long = withText('LOGS', () => `${line(2 ** 22 + 1)}\n`);
    expect(refusalOf(long).found).toBe('a line of 4194305 characters');
    const deep = withText('LOGS', () => '['.repeat(2 ** 24));
    expect(refusalOf(deep).expected).toBe('at most 4194304');
  });

  long('of 6,291,456 commands is parsed, and of one more is refused before that', () => {
    const found = (text: string) => refusalOf(withText('LOGS', () => text)).found;
    const most = '\n'.repeat(6_291_456);
    expect(found(most)).toBe('text that is not JSON');
    expect(found(`${most}\n`)).toBe('6291457 commands');
    expect(found(`${most}{`)).toBe('6291457 commands');
  });

  long('of 6,291,456 commands is written, and of one more is refused before that', () => {
    // An array with holes is as long as one with commands, and takes no time.
    expect(logSection(new Array(6_291_456)).body).toHaveLength(0);
    expect(() => logSection(new Array(6_291_457))).toThrow(SnapshotError);
    expect(() => logSection(new Array(6_291_457))).toThrow('6291457 commands');
  });

  it('with more for one tick than a world has room for is refused', () => {
    const line = '{"type":"fire","tick":17}\n';
    expect(refusalOf(withText('LOGS', () => line.repeat(16_001))).found).toBe(
      '16001 commands in one tick',
    );
    expect(restore(withText('LOGS', () => line.repeat(16_000))).log).toHaveLength(16_000);
  });
});

/** Snapshots a small world after a change that no step makes. */
function withState(change: (world: World) => void): Uint8Array {
  const world = smallWorld();
  change(world);
  return snapshot(world);
}

/** Changes the x of the first agent of a scene on a torus, after some ticks or before the first. */
function displaced(name: string, x: number, ticks: number): Uint8Array {
  const world = createWorld(scene(name), { maxWorkers: 1 });
  tick(world, ticks);
  world.front.position.x[0] = x;
  return snapshot(world);
}

describe('a state on a torus', () => {
  it.each([-1e30, -1000, 1000, 1e30])('with a place at x = %d m is refused', (x) => {
    const { min, max } = scene('flock').bounds as { min: number[]; max: number[] };
    expect(refusalOf(displaced('flock', x, 3))).toMatchObject({
      found: `position.x[0] ${Math.fround(x)}`,
      expected: `from ${min[0]} to ${max[0]}`,
    });
  });

  it('may have any place before its first tick', () => {
    // Agents that start outside of a torus are brought in by the first tick.
    expect(refusalOf(displaced('flock', 1e30, 0)).found).not.toMatch(/^position\.x/);
  });
});

const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

function groundWorld() {
  return createWorld(parseScenario(linkedScene()), { maxWorkers: 1 });
}

describe('a state in a snapshot', () => {
  it.each<[string, (world: World) => void, told: string | RegExp]>([
    [
      'an id that does not exist',
      ({ front }) => front.id.fill(10, 3, 4),
      'id[3] 10, expected an index less than 10',
    ],
    ['an id twice', ({ front }) => front.id.fill(front.id[0], 1, 2), /slot\[\d\] 0, expected 1/],
    [
      'a slot that is not its place',
      ({ front }) => front.slot.reverse(),
      /slot\[\d\] \d, expected 0/,
    ],
    ['a species of another', ({ front }) => front.species.fill(2), /species\[0\] 2, expected [01]/],
    [
      'a status that does not exist',
      ({ front }) => front.status.fill(3, 0, 1),
      'status[0] 3, expected at most 2',
    ],
    [
      'a birth in the future',
      ({ front }) => front.birth.fill(18, 4, 5),
      'birth[4] 18, expected at most 17',
    ],
    [
      'a position that is not a number',
      ({ front }) => front.position.y.fill(Number.NaN, 2, 3),
      'position.y[2] NaN, expected a finite number',
    ],
    [
      'an infinite velocity',
      ({ front }) => front.velocity.z.fill(-1 / 0, 2, 3),
      'velocity.z[2] -Infinity, expected a finite number',
    ],
    [
      'an agent in another cell',
      ({ front }) => front.position.x.fill(8.9, 0, 1),
      /(?:cellStart\[\d+\] \d+, expected \d+|position\[\d\] in cell \d+, expected in cell \d+ or later)/,
    ],
    [
      'a cell that begins elsewhere',
      ({ front }) => front.cellStart.fill(3, 0, 1),
      'cellStart[0] 3, expected 0',
    ],
    [
      'a wrong end of the last cell',
      ({ front }) => front.cellStart.fill(2 ** 32 - 1, -1),
      'cellStart[68] 4294967295, expected 10',
    ],
    [
      'a parameter out of range',
      ({ front }) => front.speciesParameters.fill(-1, 0, 1),
      'speciesParameters mass[0] -1, expected 0.000001 to 1000000',
    ],
    [
      'a lifetime that the scenario does not give',
      ({ front, scenario }) => {
        const immortal = scenario.species.findIndex(({ lifetime }) => lifetime === undefined);
        const slot = SPECIES_PARAMETERS.findIndex(({ name }) => name === 'lifetime');
        front.speciesParameters[immortal * RECORD + slot] = 5;
      },
      /speciesParameters lifetime\[\d+\] 5, expected the value in the scenario/,
    ],
    [
      'a parameter that is not a number',
      ({ front }) => front.behaviorParameters.fill(Number.NaN),
      'behaviorParameters speed[0] NaN, expected 0.001 to 10000',
    ],
    [
      'a choice of no slot',
      ({ front }) => front.choice.fill(43),
      'choice[0] 43, expected at most 42',
    ],
    [
      'a bend beyond the route',
      ({ front }) => front.waypoint.fill(28),
      /waypoint\[\d\] 28, expected less than \d+, and a route with a bend/,
    ],
    [
      'a bend beyond the route of an agent that has one',
      ({ front }) => front.waypoint.fill(28, front.slot[5], front.slot[5] + 1),
      /waypoint\[\d\] 28, expected less than \d+, and a route with a bend/,
    ],
    [
      'a route that is longer than a route',
      ({ front }) => front.route.fill(29, 5 * 32 + 2, 5 * 32 + 3),
      'route[162] 29, expected at most 28',
    ],
    [
      'a route beyond the map',
      ({ front }) => front.route.fill(45, 5 * 32 + 4, 5 * 32 + 5),
      'route[164] 45, expected less than 45',
    ],
    [
      'a goal beyond the map',
      ({ front }) => front.route.fill(46, 5 * 32, 5 * 32 + 1),
      'route[160] 46, expected at most 45',
    ],
    [
      'no map',
      ({ front }) => front.mapVersion.fill(0),
      'mapVersion[0] 0, expected 0 without a map, else at least 1',
    ],
    [
      'a field that leads beyond the map',
      ({ front }) => front.fieldGoal.fill(46),
      'fieldGoal[0] 46, expected at most 45',
    ],
    [
      'a move that does not exist',
      ({ front }) => front.fieldMove.fill(9),
      'fieldMove[0] 9, expected at most 8',
    ],
    [
      'an agent struck by an unknown agent',
      ({ front }) => front.struck.fill(11),
      'struck[0] 11, expected 0, or 1 + the id of an agent',
    ],
    [
      'a place beyond the ring',
      ({ front }) => front.nextBirth.fill(64),
      'nextBirth[0] 64, expected at most 63',
    ],
  ])('with %s is refused', (_, change, told) => {
    const refusal = refusalOf(withState(change));
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_CONTENT', section: 'STAT' });
    expect(refusal.message).toMatch(told);
  });

  /** Every f32 column, in worlds that between them have them all. */
  const floats = (
    [
      ['small', smallWorld],
      ['formation'],
      ['beams'],
      ['obstacles', busyWorld],
      ['fields', fieldWorld],
      ['ground', groundWorld],
    ] as const
  ).flatMap(([name, make]) => {
    const makeOne = make ?? (() => createWorld(scene(name), { maxWorkers: 1 }));
    const { front } = makeOne();
    return keptRows(makeOne().plan)
      .filter(([, type]) => type === 'f32')
      .flatMap((row) =>
        planeViews([row], front)
          .filter(({ view }) => view.length > 0)
          .map(({ name: plane }) => ({ name, makeOne, row, plane })),
      );
  });

  const spoiled = floats
    .filter(({ plane }, k) => LONG || floats.findIndex((one) => one.plane === plane) === k)
    .map((one, turn) => ({ ...one, turn }));

  it('has every f32 column tried', () => {
    const tried = new Set(spoiled.map(({ row: [column] }) => column));
    const all = STATE_ROWS.filter(([, type]) => type === 'f32').map(([column]) => column);
    expect([...tried].sort()).toEqual(all.sort());
  });

  it.each(spoiled)('with a number that is not finite in $plane of $name is refused', (one) => {
    const world = one.makeOne();
    const { view } = planeViews([one.row], world.front).find(({ name }) => name === one.plane)!;
    const [column] = one.row;
    const axis = one.plane.slice(column.length).toLowerCase();
    const first = axis === '' ? column : `${column}.${axis}`;
    const middle = Math.floor(view.length / 2);
    for (const at of new Set(someOf([0, middle, view.length - 1], 3, one.turn))) {
      const right = view[at];
      for (const value of someOf(NOT_FINITE, 3, Math.floor(one.turn / 3))) {
        // Infinity is valid here: a flight that has not come nearer to its target yet.
        if (column === 'approach' && value > 0) continue;
        if (Object.is(value, right)) continue;
        view[at] = value;
        const refusal = refusalOf(snapshot(world));
        expect(refusal).toMatchObject({ code: 'SNAPSHOT_CONTENT', section: 'STAT' });
        // The name of a parameter stands between the two.
        expect(refusal.found).toMatch(new RegExp(`^${first}(?: \\w+)?\\[${at}\\] ${value}$`));
      }
      view[at] = right;
    }
    expect(stateHash(restore(snapshot(world)))).toBe(stateHash(world));
  });

  it('with more births than the ring has room for is refused', () => {
    const more = withState(({ front }) => front.keptBirths.fill(60));
    const refusal = refusalOf(
      resealed(more, (sections) => {
        const at = sections.findIndex((section) => section.id === 'BORN');
        sections[at] = resealedSection(whole, 'BORN');
      }),
    );
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_LAYOUT', section: 'BORN' });
  });

  it('with a birth of an unknown kind is refused', () => {
    const wrong = withState(({ particles }) => particles.bornKind.fill(6));
    expect(refusalOf(wrong)).toMatchObject({ code: 'SNAPSHOT_CONTENT', section: 'BORN' });
    expect(refusalOf(wrong).message).toContain('bornKind');
  });

  it.each(
    (['bornPosition', 'bornVelocity'] as const).flatMap((column) =>
      (['x', 'y', 'z'] as const).map((axis, turn) => [column, axis, turn] as const),
    ),
  )('with a birth of which %s.%s is not finite is refused', (column, axis, turn) => {
    const world = smallWorld();
    const { keptBirths, nextBirth } = world.front;
    const kept = keptBirths[0];
    const view = world.particles[column][axis];
    // The births of its ring begin at its first place.
    expect([kept, kept > 2]).toEqual([nextBirth[0], true]);
    for (const at of [0, 2, kept - 1]) {
      const right = view[at];
      for (const value of someOf(NOT_FINITE, 3, turn)) {
        view[at] = value;
        expect(refusalOf(snapshot(world))).toMatchObject({
          code: 'SNAPSHOT_CONTENT',
          section: 'BORN',
          found: `${column}.${axis}[${at}] ${value}`,
          expected: 'a finite number',
        });
      }
      view[at] = right;
    }
    expect(worldDigest(restore(snapshot(world)))).toBe(worldDigest(world));
  });

  it.each<[string, (body: Uint8Array) => Uint8Array, RegExp, RegExp]>([
    [
      'a column more',
      (body) => {
        body[0]++;
        return body;
      },
      /^\d+ planes$/,
      /^\d+$/,
    ],
    ['a byte more', (body) => Uint8Array.from([...body, 0]), /^\d+ bytes$/, /^\d+$/],
    ['no column', (body) => body.subarray(0, 4), /^0 bytes$/, /^at least \d+$/],
  ])('with %s than its scenario has is refused', (_, change, found, expected) => {
    const changed = resealed(whole, (sections) => {
      const at = sections.findIndex((section) => section.id === 'STAT');
      sections[at] = { ...sections[at], body: change(sections[at].body) };
    });
    const refusal = refusalOf(changed);
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_LAYOUT', section: 'STAT' });
    expect(refusal.found).toMatch(found);
    expect(refusal.expected).toMatch(expected);
  });

  it('with an unknown column is refused with the name of that column', () => {
    const renamed = resealed(whole, (sections) => {
      const { body } = sections.find((section) => section.id === 'STAT')!;
      const at = Buffer.from(body).indexOf('birth');
      body.set(Buffer.from('death'), at);
    });
    expect(refusalOf(renamed)).toMatchObject({
      code: 'SNAPSHOT_LAYOUT',
      section: 'STAT',
      found: 'column "death"',
      expected: '"birth"',
    });
  });
});

function resealedSection(bytes: Uint8Array, id: string) {
  let section: { id: string; critical: boolean; body: Uint8Array } | undefined;
  resealed(bytes, (sections) => {
    section = sections.find((section) => section.id === id);
  });
  return section!;
}

it('a state with a parameter that a command has set is read', () => {
  const world = smallWorld();
  command(world, { type: 'set', species: 'walker', parameter: 'maxSpeed', value: 3 });
  tick(world, 2);
  expect(stateHash(restore(snapshot(world)))).toBe(stateHash(world));
});

describe('events in a snapshot', () => {
  const EVENT_PLANES = ['eventTick', 'eventKind', 'eventAgent', 'eventOther', 'eventSpecies'];
  it.each(EVENT_PLANES.map((name, plane) => [name, plane] as const))(
    'that refer to something unknown by %s are refused',
    (name, plane) => {
      const wrong = resealed(whole, (sections) => {
        const { body } = sections.find((section) => section.id === 'EVNT')!;
        const view = new DataView(body.buffer, body.byteOffset, body.length);
        const count = view.getUint32(4 + 1 + 'eventTick'.length + 1, true);
        expect(count).toBeGreaterThan(0);
        const data = body.length - 8 * 4 * count;
        // A hit, for which all of these numbers refer to something.
        for (let at = 0; at < count; at++) {
          view.setUint32(data + 4 * (count + at), 1, true);
          view.setUint32(data + 4 * (4 * count + at), 0, true);
          view.setUint32(data + 4 * (3 * count + at), 0, true);
          view.setUint32(data + 4 * (2 * count + at), 0, true);
        }
        // The index 10 is one too many.
        view.setUint32(data + 4 * plane * count, name === 'eventAgent' ? 10 : 99, true);
      });
      expect(refusalOf(wrong)).toMatchObject({
        code: 'SNAPSHOT_CONTENT',
        section: 'EVNT',
        found: 'event 0, which names something unknown',
        expected: 'names of the scenario',
      });
    },
  );

  it.each(['x', 'y', 'z'])('with a position of which %s is not finite are refused', (axis) => {
    const plane = EVENT_PLANES.length + ['x', 'y', 'z'].indexOf(axis);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      let last = 0;
      const wrong = resealed(whole, (sections) => {
        const { body } = sections.find((section) => section.id === 'EVNT')!;
        const view = new DataView(body.buffer, body.byteOffset, body.length);
        const count = view.getUint32(4 + 1 + 'eventTick'.length + 1, true);
        last = count - 1;
        view.setFloat32(body.length - 4 * (8 - plane) * count + 4 * last, value, true);
      });
      expect(refusalOf(wrong)).toMatchObject({
        code: 'SNAPSHOT_CONTENT',
        section: 'EVNT',
        found: `eventPosition.${axis}[${last}] ${value}`,
        expected: 'a finite number',
      });
    }
  });

  it('are refused if they are more than 8,388,608, before any is read', () => {
    const found = (count: number) => {
      const wrong = resealed(whole, (sections) => {
        const { body } = sections.find((section) => section.id === 'EVNT')!;
        const view = new DataView(body.buffer, body.byteOffset, body.length);
        view.setUint32(4 + 1 + 'eventTick'.length + 1, count, true);
      });
      const { code, section } = refusalOf(wrong);
      return [code, section];
    };
    expect(found(8_388_608)).toEqual(['SNAPSHOT_LAYOUT', 'EVNT']);
    expect(found(8_388_609)).toEqual(['SNAPSHOT_CONTENT', 'EVNT']);
  });

  it('are not written if they are more than 8,388,608', () => {
    const world = restore(whole);
    world.host.events = new Array(8_388_609).fill({ type: 'removed', tick: 0, count: 0 });
    expect(() => snapshot(world)).toThrow(
      expect.objectContaining({ code: 'SNAPSHOT_TOO_LARGE', found: '8388609 events' }),
    );
  });
});
