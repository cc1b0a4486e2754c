import { createWorld, parseScenario, stateHash, takeEvents, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../src/exit-codes.ts';
import {
  FrameReader,
  frameOf,
  MAX_HEADER_BYTES,
  MAX_PAYLOAD_BYTES,
  type SentArray,
} from '../src/serve-frames.ts';
import { MAX_WAITING_EVENTS, MAX_WORLDS, ServedWorlds } from '../src/served-worlds.ts';
import { ended, startSkein } from './skein.ts';

const PAIR = {
  name: 'pair',
  dimensions: 2,
  species: [
    {
      name: 'dot',
      count: 2,
      spawn: {
        type: 'points',
        positions: [
          [1, 2],
          [30, 4],
        ],
        velocities: [
          [1, 0],
          [0, -2],
        ],
      },
    },
  ],
};
const CREATE = request({ do: 'create' }, Buffer.from(JSON.stringify(PAIR)));

type Header = Readonly<Record<string, unknown>>;

/** A frame as a client of another language writes it: without spaces after the header. */
function request(header: unknown, payload: Uint8Array = new Uint8Array()): Buffer {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const head = Buffer.alloc(8);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, text, payload]);
}

function framesIn(bytes: Buffer): { header: Header; payload: Buffer }[] {
  const reader = new FrameReader();
  reader.push(bytes);
  const frames = [];
  for (let frame = reader.take(); frame !== undefined; frame = reader.take()) frames.push(frame);
  expect(reader.idle).toBe(true);
  return frames;
}

/** Sends bytes to the command, in the given chunks, and closes its input. */
async function served(...chunks: readonly Uint8Array[]) {
  const child = startSkein(['serve', '--stdio']);
  const answers: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => answers.push(chunk));
  child.stdin?.on('error', () => {});
  for (const chunk of chunks) {
    child.stdin?.write(chunk);
    // Each chunk is a read of its own for the command.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.stdin?.end();
  const { code, stderr } = await ended(child);
  const [hello, ...frames] = framesIn(Buffer.concat(answers));
  expect(hello.header).toEqual({ protocol: 1 });
  return { code, stderr, frames };
}

/** Asks worlds without a process. */
function asking(signal = new AbortController().signal) {
  const worlds = new ServedWorlds(signal);
  return async (header: Header, payload: Uint8Array = new Uint8Array()): Promise<Header> => {
    const [frame] = framesIn(request(header, payload));
    const [answer] = framesIn(Buffer.from(await worlds.answer(frame)));
    return answer.header;
  };
}

describe('skein serve --stdio', () => {
  it('steps a world as core does, however its requests are cut', async () => {
    const world = createWorld(parseScenario(PAIR));
    tick(world, 5);
    const bytes = Buffer.concat([
      CREATE,
      request({ do: 'step', world: 1, ticks: 5, read: ['position', 'alive'] }),
      request({ do: 'hash', world: 1 }),
    ]);
    const cuts = [bytes.subarray(0, 3), bytes.subarray(3, 11), bytes.subarray(11, -4)];
    const { code, stderr, frames } = await served(...cuts, bytes.subarray(-4));
    expect({ code, stderr }).toEqual({ code: EXIT.ok, stderr: '' });
    const [created, stepped, hashed] = frames;
    expect(created.header).toMatchObject({ world: 1, tick: 0, count: 2, dimensions: 2 });
    expect(stepped.header).toEqual({
      tick: 5,
      arrays: [
        ['position', 'f4', [2, 2]],
        ['alive', 'u1', [2]],
      ],
    });
    const { x, y } = world.views.position;
    const places = [0, 1].map((row) => world.views.slot[row]);
    const expected = Float32Array.from(places.flatMap((place) => [x[place], y[place]]));
    expect(stepped.payload.subarray(0, 16)).toEqual(Buffer.from(expected.buffer));
    expect([...stepped.payload.subarray(16, 18)]).toEqual([1, 1]);
    expect(hashed.header).toEqual({ hash: stateHash(world) });
  });

  it('answers a wrong request, and goes on', async () => {
    const { code, frames } = await served(
      CREATE,
      request({ do: 'fly', world: 1 }),
      request({ do: 'hash', world: 2 }),
      request({ do: 'step', world: 1, ticks: 2 ** 31 }),
      request({ do: 'step', world: 1, ticks: 1, read: ['position', 'mass'] }),
      request({ do: 'command', world: 1, command: { type: 'place', arrays: 1 } }),
      request({ do: 'command', world: 1, command: {}, arrays: [['ids', 'u4', [3]]] }),
      request({ do: 'restore' }, Buffer.from('no snapshot')),
      request({ do: 'create' }, Buffer.from('{"name": 3,}')),
      request({ do: 'read', world: 1, read: [] }),
    );
    const errors = frames.slice(1, -1).map(({ header }) => header.error as Header);
    expect(errors.map(({ code }) => code)).toEqual([
      ...['REQUEST_INVALID', 'REQUEST_INVALID', 'TICKS_INVALID', 'REQUEST_INVALID'],
      ...['COMMAND_INVALID', 'REQUEST_INVALID', 'SNAPSHOT_FORMAT', 'SCENARIO_INVALID'],
    ]);
    expect(errors[3].problems).toEqual([
      {
        path: '$.read[1]',
        found: '"mass"',
        expected: 'one of id, species, alive, birth, position, velocity',
      },
    ]);
    expect(frames.at(-1)?.header).toEqual({ tick: 0 });
    expect(code).toBe(EXIT.ok);
  });

  const wrong: readonly [name: string, bytes: Buffer, message: RegExp][] = [
    ['a header that is not JSON', request('{"do":'), /header: found text that is not JSON/],
    ['a header that is a list', request([1]), /header: found an array of 1, expected an object/],
    ['a header that is null', request(null), /header: found null, expected an object/],
    ['a long header', lengths(MAX_HEADER_BYTES + 1, 0), /header length: found 16777217 bytes/],
    ['a long payload', lengths(2, MAX_PAYLOAD_BYTES + 1), /payload length: found 268435457 bytes/],
    ['a text', Buffer.from('hello, world'), /header length: found \d+ bytes/],
  ];
  it.each(wrong)('refuses %s, and ends', async (_, bytes, message) => {
    const { code, stderr, frames } = await served(CREATE, bytes, CREATE);
    expect(code).toBe(EXIT.refused);
    expect(stderr).toMatch(message);
    expect(frames).toHaveLength(2);
    expect(frames[1].header.error).toMatchObject({ code: 'FRAME_INVALID' });
  });

  it('says that its input ended within a frame', async () => {
    const { code, stderr } = await served(CREATE.subarray(0, -1));
    expect(code).toBe(EXIT.failed);
    expect(stderr).toBe('skein: standard input ended within a frame\n');
  });

  it('says nothing to a client that reads its answers late', async () => {
    const box = { type: 'box', min: [0, 0], max: [9, 9] };
    const many = { ...PAIR, species: [{ name: 'dot', count: 20_000, spawn: box }] };
    const read = request({ do: 'read', world: 1, read: ['position', 'velocity'] });
    const requests = Array.from({ length: 25 }, () => read);
    const create = request({ do: 'create' }, Buffer.from(JSON.stringify(many)));
    const { code, stderr, frames } = await served(create, Buffer.concat(requests));
    expect({ code, stderr, answers: frames.length }).toEqual({ code: 0, stderr: '', answers: 26 });
  });

  it.each([{}, { workers: 2 }])('ends a run when its client is gone, with %j', async (options) => {
    const create = request({ do: 'create', ...options }, Buffer.from(JSON.stringify(PAIR)));
    const { code } = await served(create, request({ do: 'step', world: 1, ticks: 2 ** 30 }));
    expect(code).toBe(EXIT.ok);
  });
});

describe('the worlds of a client', () => {
  const scene = Buffer.from(JSON.stringify(PAIR));

  it('are limited, and make room when they are closed', async () => {
    const ask = asking();
    for (let world = 1; world <= MAX_WORLDS; world++) await ask({ do: 'create' }, scene);
    await expect(ask({ do: 'create' }, scene)).rejects.toMatchObject({ code: 'WORLDS_FULL' });
    await ask({ do: 'close', world: 7 });
    await expect(ask({ do: 'hash', world: 7 })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await ask({ do: 'create' }, scene)).toMatchObject({ world: MAX_WORLDS + 1 });
  });

  it.each([0, 33, 1.5, '2', null])('cannot have %j workers', async (workers) => {
    await expect(asking()({ do: 'create', workers }, scene)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      problems: [{ path: '$.workers', expected: 'a whole number from 1 to 32' }],
    });
  });

  it('refuse an answer that is too large', () => {
    const huge: SentArray = { note: ['x', 'f8', [MAX_PAYLOAD_BYTES / 8 + 1]], write: () => {} };
    expect(() => frameOf({}, [huge])).toThrow(
      'found a payload of 268435464 bytes, expected at most 268435456 bytes',
    );
    expect(() => frameOf({ x: 'x'.repeat(MAX_HEADER_BYTES) })).toThrow(
      'found a header of 16777224 bytes, expected at most 16777216 bytes',
    );
  });

  const box = { type: 'box', min: [0, 0], max: [9, 9] };

  it.each([{}, { workers: 1 }])('do not step for an answer too large, with %j', async (options) => {
    const ask = asking();
    const many = { ...PAIR, species: [{ name: 'dot', count: 10_000, spawn: box }] };
    await ask({ do: 'create', ...options }, Buffer.from(JSON.stringify(many)));
    const columns = Math.ceil((MAX_PAYLOAD_BYTES + 1) / 80_000);
    const read = Array.from({ length: columns }, () => 'position');
    await expect(ask({ do: 'step', world: 1, ticks: 1, read })).rejects.toMatchObject({
      code: 'ANSWER_TOO_LARGE',
    });
    expect(await ask({ do: 'read', world: 1, read: [] })).toEqual({ tick: 0 });
    await ask({ do: 'close', world: 1 });
  });

  it.each([{}, { workers: 1 }])('send all events, with %j', async (options) => {
    const ask = asking();
    const name = 'm'.repeat(64);
    const reports = [{ type: 'died' }];
    const moths = { name, count: 95_000, lifetime: 0.01, spawn: box, reports };
    const dusk = { ...PAIR, species: [moths] };
    const world = createWorld(parseScenario(dusk));
    tick(world, 3);
    // Each expires and dies.
    const expected = takeEvents(world).slice(-MAX_WAITING_EVENTS);
    await ask({ do: 'create', ...options }, Buffer.from(JSON.stringify(dusk)));
    await ask({ do: 'step', world: 1, ticks: 3 });
    const sent: unknown[] = [];
    const lefts: unknown[] = [];
    while (lefts.at(-1) !== 0) {
      const { events, left } = await ask({ do: 'events', world: 1 });
      sent.push(...(events as unknown[]));
      lefts.push(left);
    }
    expect(lefts).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((k) => 10_000 * k));
    const text = JSON.stringify(sent);
    // They would not fit into one answer.
    expect(text.length).toBeGreaterThan(MAX_HEADER_BYTES);
    // As a whole: the difference of so many events could not be shown.
    expect(text === JSON.stringify(expected)).toBe(true);
    await ask({ do: 'close', world: 1 });
  });
});

function lengths(header: number, payload: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(header, 0);
  head.writeUInt32LE(payload, 4);
  return head;
}
