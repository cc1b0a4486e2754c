import { describe, expect, it } from 'vitest';
import { crc32c, hashBytes } from '../../src/snapshot/checksum.ts';
import { readContainer, type Section, writeContainer } from '../../src/snapshot/container.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { long } from '../helpers/long.ts';
import { ALL_SECTIONS, refusalOf, resealed, smallSnapshot } from '../helpers/snapshots.ts';

const whole = smallSnapshot();
const lastBody = readContainer(whole, 'snapshot', ALL_SECTIONS).sections.at(-1)!.body;

/** With a number of the header changed, and the checksums made to fit. */
function withHeader(change: (view: DataView) => void): Uint8Array {
  const bytes = whole.slice();
  const view = new DataView(bytes.buffer);
  change(view);
  view.setUint32(60, crc32c(bytes.subarray(0, 60)), true);
  const [low, high] = hashBytes(bytes.subarray(0, -8));
  view.setUint32(bytes.length - 8, low, true);
  view.setUint32(bytes.length - 4, high, true);
  return bytes;
}

describe('the container', () => {
  it('has its numbers at the offsets that docs/snapshots.md gives', () => {
    const view = new DataView(whole.buffer);
    expect([...whole.subarray(0, 8)]).toEqual([0x89, ...Buffer.from('SKEIN\r\n')]);
    expect([8, 10, 12, 14].map((at) => view.getUint16(at, true))).toEqual([5, 1, 1, 0]);
    expect([16, 20, 24].map((at) => view.getUint32(at, true))).toEqual([17, 10, 6]);
    expect(view.getBigUint64(28, true)).toBe(BigInt(whole.length));
    expect(Buffer.from(whole.subarray(64, 68)).toString()).toBe('SCEN');
  });

  it('is the same when its own resealing changes nothing', () => {
    expect(
      Buffer.compare(
        resealed(whole, () => {}),
        whole,
      ),
    ).toBe(0);
  });

  it('may begin anywhere in a buffer', () => {
    const larger = new Uint8Array(whole.length + 13);
    larger.set(whole, 7);
    const part = larger.subarray(7, 7 + whole.length);
    expect(Buffer.compare(snapshot(restore(part), { logSince: 0 }), whole)).toBe(0);
  });

  it('of a newer major version is refused with that version in the message', () => {
    const bytes = whole.slice();
    bytes[8] = 6;
    bytes[10] = 5;
    expect(refusalOf(bytes)).toMatchObject({
      name: 'SnapshotError',
      code: 'SNAPSHOT_VERSION',
      offset: 8,
      section: 'header',
      found: 'version 6.5',
      expected: 'version 5',
      message: 'header, byte 8: found version 6.5, expected version 5.',
    });
  });

  it('of a newer minor version is read', () => {
    const newer = withHeader((view) => view.setUint16(10, 7, true));
    expect(Buffer.compare(snapshot(restore(newer), { logSince: 0 }), whole)).toBe(0);
  });

  it.each([
    [
      'a text that begins with {',
      new TextEncoder().encode('{"name": "a scenario, not a snapshot"}'),
    ],
    ['an empty file', new Uint8Array()],
  ])('is refused when the bytes are %s', (found, bytes) => {
    expect(refusalOf(bytes)).toMatchObject({ code: 'SNAPSHOT_FORMAT', section: 'header', found });
  });

  it.each([
    [
      'flags',
      (view: DataView) => view.setUint16(14, 1, true),
      'SNAPSHOT_VERSION',
      'flags 1, expected no flags',
    ],
    [
      'another kind',
      (view: DataView) => view.setUint16(12, 9, true),
      'SNAPSHOT_FORMAT',
      'a file, expected a snapshot',
    ],
    [
      'the kind of a replay',
      (view: DataView) => view.setUint16(12, 2, true),
      'SNAPSHOT_FORMAT',
      'a replay, expected a snapshot',
    ],
    [
      'a tick beyond all',
      (view: DataView) => view.setUint32(16, 2 ** 31, true),
      'SNAPSHOT_CONTENT',
      'tick 2147483648, expected at most 1073741824',
    ],
    [
      'more sections',
      (view: DataView) => view.setUint32(24, 2 ** 32 - 1, true),
      'SNAPSHOT_LENGTH',
      `4294967295 sections, expected at most ${Math.floor((whole.length - 72) / 16)}`,
    ],
    [
      'a section more',
      (view: DataView) => view.setUint32(24, 7, true),
      'SNAPSHOT_LENGTH',
      '0 bytes, expected the head of a section',
    ],
    [
      'a section less',
      (view: DataView) => view.setUint32(24, 5, true),
      'SNAPSHOT_LENGTH',
      `${16 + lastBody.length} extra bytes, expected the trailer`,
    ],
    [
      'another length',
      (view: DataView) => view.setBigUint64(28, 2n ** 63n, true),
      'SNAPSHOT_LENGTH',
      `${whole.length} bytes, expected 9223372036854775808`,
    ],
  ] as const)('with %s in a header that fits is refused', (_, change, code, told) => {
    const refusal = refusalOf(withHeader(change));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(`: found ${told}.`);
  });

  it('may have an unknown section that is not critical, at any place', () => {
    for (const at of [0, 3, 5]) {
      const more = resealed(whole, (sections) => {
        sections.splice(at, 0, { id: 'NOTE', critical: false, body: new Uint8Array(33) });
      });
      expect(Buffer.compare(snapshot(restore(more), { logSince: 0 }), whole)).toBe(0);
    }
  });

  it('with a section that claims to be longer than the file is refused for that', () => {
    const longer = withHeader((view) => view.setUint32(64 + 8, whole.length - 88 + 1, true));
    expect(refusalOf(longer)).toMatchObject({
      code: 'SNAPSHOT_LENGTH',
      offset: 64,
      section: 'section',
      found: `${whole.length - 87} bytes`,
      expected: `at most ${whole.length - 88}`,
    });
  });

  it('with a bit flipped in a section is refused for the CRC of that section', () => {
    const bytes = whole.slice();
    bytes[90] ^= 1;
    expect(refusalOf(bytes).message).toBe(
      'section, byte 64: found a wrong CRC, expected the CRC of the section.',
    );
  });

  it('with an unknown critical section is refused, and the message names it', () => {
    const more = resealed(whole, (sections) => {
      sections.push({ id: 'WIND', critical: true, body: new Uint8Array(3) });
    });
    const refusal = refusalOf(more);
    expect(refusal).toMatchObject({ code: 'SNAPSHOT_SECTION', section: 'WIND' });
    expect(refusal.message).toContain('a required section "WIND" of version 1');
  });

  it.each(['SCEN', 'LOGS', 'STAT', 'BORN', 'EVNT'])('needs the section %s exactly once', (id) => {
    const without = resealed(whole, (sections) => {
      sections.splice(
        sections.findIndex((section) => section.id === id),
        1,
      );
    });
    const refused = { code: 'SNAPSHOT_SECTION', section: id, expected: 'one' };
    expect(refusalOf(without)).toMatchObject({ ...refused, found: 'no such section' });
    const twice = resealed(whole, (sections) => {
      sections.push(sections.find((section) => section.id === id)!);
    });
    expect(refusalOf(twice)).toMatchObject({ ...refused, found: 'two such sections' });
  });
});

long('a file has at most 1,048,576 sections', () => {
  const of = (count: number) => {
    const empty = { id: 'NONE', critical: false, body: new Uint8Array() };
    const { sections, ...head } = readContainer(whole, 'snapshot', ALL_SECTIONS);
    const more = Array<Section>(count - sections.length).fill(empty);
    return writeContainer(head, [...sections, ...more]);
  };
  expect(restore(of(0x10_0000)).tick).toBe(17);
  expect(refusalOf(of(0x10_0001))).toMatchObject({
    code: 'SNAPSHOT_LENGTH',
    found: '1048577 sections',
    expected: 'at most 1048576',
  });
});
