import { describe, expect, it } from 'vitest';
import { SnapshotError } from '../../src/errors.ts';
import { defineLaw, vec3 } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { resealed } from '../helpers/snapshots.ts';

const spawn = { type: 'sphere', center: [0, 0, 0], radius: 5, velocity: { speed: 1 } };

function world() {
  const behaviors = [{ type: 'wander' }, { type: 'gravity' }, { type: 'avoidance' }];
  const species = [{ name: 'a', count: 5, spawn, behaviors }];
  return createWorld(parseScenario({ name: 'laws', species }));
}

const FILES = {
  snapshot: {
    bytes: () => snapshot(world()),
    read: (bytes: Uint8Array) => restore(bytes).tick,
  },
  replay: {
    bytes: () => {
      const recorded = world();
      const recorder = recordReplay(recorded);
      tick(recorded);
      recorder.take();
      return recorder.finish();
    },
    read: (bytes: Uint8Array) => readReplay(bytes).hashes.length,
  },
} as const;

describe.each(['snapshot', 'replay'] as const)('a %s', (kind) => {
  const { bytes, read } = FILES[kind];
  /** With other lines about its laws. */
  const withLines = (change: (lines: string[]) => string[]) =>
    resealed(
      bytes(),
      (sections) => {
        const at = sections.findIndex(({ id }) => id === 'LAWS');
        const lines = new TextDecoder().decode(sections[at].body).split('\n');
        const body = new TextEncoder().encode(change(lines).join('\n'));
        sections[at] = { ...sections[at], body };
      },
      kind,
    );

  it('names the laws by which its behaviors steer, and no handwritten kernel', () => {
    let found: string[] = [];
    read(
      withLines((lines) => {
        found = lines;
        return lines;
      }),
    );
    expect(found.map((line) => line.slice(17))).toEqual(['wander', 'gravity', '']);
    expect(found[0]).toMatch(/^[0-9a-f]{16} wander$/);
  });

  it('may lack the names of flocking behaviors, as earlier versions wrote them', () => {
    const behaviors = [{ type: 'cohesion' }, { type: 'wander' }, { type: 'separation' }];
    const species = [{ name: 'a', count: 5, spawn, behaviors }];
    const of = createWorld(parseScenario({ name: 'laws', species }));
    const names: string[] = [];
    const file = resealed(snapshot(of), (sections) => {
      const at = sections.findIndex(({ id }) => id === 'LAWS');
      const lines = new TextDecoder().decode(sections[at].body).trim().split('\n');
      names.push(...lines.map((line) => line.slice(17)));
      const body = new TextEncoder().encode(`${lines[1]}\n`);
      sections[at] = { ...sections[at], body };
    });
    expect(names).toEqual(['cohesion', 'wander', 'separation']);
    expect(restore(file).tick).toBe(0);
  });

  it.each<[what: string, change: (lines: string[]) => string[], message: RegExp]>([
    [
      'another law of a type',
      ([one, two, end]) => [one, `0123456789abcdef${two.slice(16)}`, end],
      /found law "gravity" with hash 0123456789abcdef, expected "[0-9a-f]{16} gravity", as in this version/,
    ],
    ['a law that is not there', ([one, , end]) => [one, end], /expected a line for each of 2 laws/],
    ['one law more', ([one, two, end]) => [one, two, two, end], /expected a line for each/],
    ['no text', () => ['\u0000', '', ''], /found a line that names no law/],
    ['no end of the last line', (lines) => lines.slice(0, -1), /expected a line for each/],
    ['a book', ([one]) => [one.repeat(9999), ''], /found 229978 bytes/],
  ])('is refused with %s', (_, change, message) => {
    const file = withLines(change);
    expect(() => read(file)).toThrow(message);
    expect(() => read(file)).toThrow(SnapshotError);
    expect(() => read(file)).toThrow(expect.objectContaining({ code: 'SNAPSHOT_LAWS' }));
  });

  it('opens without a section of laws, as earlier versions wrote it', () => {
    const older = resealed(
      bytes(),
      (sections) => {
        sections.splice(
          sections.findIndex(({ id }) => id === 'LAWS'),
          1,
        );
      },
      kind,
    );
    expect(read(older)).toBe(read(bytes()));
  });
});

describe('the line of a law', () => {
  const lineOf = (description: string, meaning: string, usual: number): string => {
    const law = defineLaw({
      name: 'lift',
      description,
      parameters: { push: { unit: 'N', default: usual, min: 0, max: 9, description: meaning } },
      force: ({ parameters }) => vec3(0, parameters.push, 0),
    });
    const species = [{ name: 'a', count: 5, spawn, behaviors: [{ type: 'law:lift' }] }];
    const scenario = parseScenario({ name: 'laws', species }, { laws: [law] });
    const text = new TextDecoder('latin1').decode(snapshot(createWorld(scenario)));
    return /[0-9a-f]{16} lift/.exec(text)?.[0] ?? '';
  };

  it('depends on what the law computes, and not on its descriptions', () => {
    const line = lineOf('Lifts.', 'How hard.', 1);
    expect(line).toMatch(/^[0-9a-f]{16} lift$/);
    expect(lineOf('Pushes up.', 'How strongly it pushes.', 1)).toBe(line);
    expect(lineOf('Lifts.', 'How hard.', 2)).not.toBe(line);
  });
});
