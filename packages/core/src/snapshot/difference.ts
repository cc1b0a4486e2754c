import { SnapshotError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { STATE_ROWS } from '../world/layout.ts';
import {
  type Container,
  type FoundSection,
  readContainer,
  type Section,
  writeContainer,
} from './container.ts';
import { ALL_SNAPSHOT_SECTIONS } from './snapshot.ts';

/**
 * The format of a difference. All numbers are little-endian:
 *
 *   hash of the base, hash of the snapshot, tick, number of sections
 *   for each section: its id, how it is given (`GIVEN`), its length, and, if it is new, its body
 *   the difference of the states
 *
 * The state is given as columns of agents, not of places, because agents change places. Each byte is combined with the
 * byte of the same agent in the base by XOR. The first bytes of all numbers of a column come first, then the second ones,
 * and so on. So most of it is zeros, and a compressor makes it short.
 */
const GIVEN = { asInBase: 0, anew: 1, asDifference: 2 } as const;
const HASH_BYTES = 8;
const HEAD_BYTES = 2 * HASH_BYTES + 8;
const SECTION_BYTES = 9;
const WORD = 4;

/**
 * Returns what a snapshot has that an earlier one of the same world has not, for programs that send snapshots to others who
 * have the earlier one. The result is meant to be compressed. It is exact: `applyDifference` returns the snapshot, byte for
 * byte.
 *
 * @throws SnapshotError if one of them is damaged, or they are of different scenarios
 */
export function snapshotDifference(base: Uint8Array, bytes: Uint8Array): Uint8Array {
  return withMemory('compare two snapshots', () => {
    const [from, to] = [opened(base), opened(bytes)];
    const differs = from.scenarioHash.some((half, k) => half !== to.scenarioHash[k]);
    if (differs) throw refused('a snapshot of another scenario', 'the scenario of the base');
    const parts: Uint8Array[] = [];
    let changes: Uint8Array = new Uint8Array();
    for (const section of to.sections) {
      const old = sameIn(from, section);
      const isState = old !== undefined && isSameLayout(old, section);
      const how = equal(old?.body, section.body)
        ? GIVEN.asInBase
        : isState
          ? GIVEN.asDifference
          : GIVEN.anew;
      if (how === GIVEN.asDifference) changes = changesOf(old!.body, section.body);
      parts.push(headOf(section, how));
      if (how === GIVEN.anew) parts.push(section.body);
    }
    const head = new Uint8Array(HEAD_BYTES);
    head.set(base.subarray(-HASH_BYTES));
    head.set(bytes.subarray(-HASH_BYTES), HASH_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(2 * HASH_BYTES, to.tick, true);
    view.setUint32(2 * HASH_BYTES + WORD, to.sections.length, true);
    return joined([head, ...parts, changes]);
  });
}

/**
 * Returns the snapshot of which `difference` says how it differs from `base`.
 *
 * @throws SnapshotError if `difference` is damaged, or was made with another base
 */
export function applyDifference(base: Uint8Array, difference: Uint8Array): Uint8Array {
  return withMemory('put a snapshot together', () => {
    const from = opened(base);
    if (difference.length < HEAD_BYTES) {
      throw refused(`${difference.length} bytes`, `at least ${HEAD_BYTES}`);
    }
    if (!equal(base.subarray(-HASH_BYTES), difference.subarray(0, HASH_BYTES))) {
      throw refused('a difference from another snapshot', 'one from the base');
    }
    const view = new DataView(difference.buffer, difference.byteOffset, difference.length);
    const tick = view.getUint32(2 * HASH_BYTES, true);
    const count = view.getUint32(2 * HASH_BYTES + WORD, true);
    if (count > from.sections.length + 2) {
      throw refused(`${count} sections`, `at most ${from.sections.length + 2}`);
    }
    const sections: (Section & { old?: Uint8Array })[] = [];
    let at = HEAD_BYTES;
    for (let n = 0; n < count; n++) {
      if (difference.length - at < SECTION_BYTES) throw refused('no more bytes', 'a section');
      const id = String.fromCharCode(...difference.subarray(at, at + WORD));
      const how = difference[at + WORD];
      const critical = (how & CRITICAL) !== 0;
      const length = view.getUint32(at + WORD + 1, true);
      at += SECTION_BYTES;
      const old = from.sections.find((section) => section.id === id)?.body;
      if ((how & ~CRITICAL) === GIVEN.anew) {
        if (length > difference.length - at) throw refused(`${length} bytes of ${id}`, 'fewer');
        sections.push({ id, critical, body: difference.subarray(at, at + length) });
        at += length;
      } else if (old?.length !== length) {
        throw refused(`${length} bytes of ${id} as in the base`, `${old?.length ?? 0}`);
      } else if ((how & ~CRITICAL) === GIVEN.asInBase) sections.push({ id, critical, body: old });
      else sections.push({ id, critical, body: old, old });
    }
    const changes = difference.subarray(at);
    const whole = sections.map(({ id, critical, body, old }) => ({
      id,
      critical,
      body: old === undefined ? body : changed(old, changes),
    }));
    const bytes = writeContainer({ ...from, kind: 'snapshot', tick }, whole);
    if (equal(bytes.subarray(-HASH_BYTES), difference.subarray(HASH_BYTES, 2 * HASH_BYTES))) {
      return bytes;
    }
    throw refused('a snapshot with another hash', 'the hash of the difference');
  });
}

const CRITICAL = 0x80;

function opened(bytes: Uint8Array): Container {
  return readContainer(bytes, 'snapshot', ALL_SNAPSHOT_SECTIONS);
}

function sameIn({ sections }: Container, { id }: Section): FoundSection | undefined {
  return sections.find((section) => section.id === id);
}

function headOf({ id, critical, body }: Section, how: number): Uint8Array {
  const head = new Uint8Array(SECTION_BYTES);
  for (let k = 0; k < WORD; k++) head[k] = id.charCodeAt(k);
  head[WORD] = how | (critical ? CRITICAL : 0);
  new DataView(head.buffer).setUint32(WORD + 1, body.length, true);
  return head;
}

/** A plane in the body of a section: where its elements are, and whether there is one for each place. */
interface Plane {
  readonly name: string;
  readonly at: number;
  readonly elements: number;
  readonly bytes: 1 | 4;
}

/** Where the elements of each plane are in the body of a state; see `encodePlanes`. */
function planesIn(body: Uint8Array): { readonly planes: Plane[]; readonly head: number } {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  const found: Omit<Plane, 'at'>[] = [];
  let head = WORD;
  for (let n = view.getUint32(0, true); n > 0; n--) {
    const end = head + 1 + body[head];
    const name = String.fromCharCode(...body.subarray(head + 1, end));
    // The last of the types is that of bytes.
    const bytes = body[end] === 3 ? 1 : WORD;
    found.push({ name, bytes, elements: view.getUint32(end + 1, true) });
    head = end + 1 + WORD;
  }
  let at = head;
  const planes = found.map((plane) => {
    const placed = { ...plane, at };
    at += plane.elements * plane.bytes;
    return placed;
  });
  return { planes, head };
}

function isSameLayout(old: Section, { id, body }: Section): boolean {
  if (id !== 'STAT' || old.body.length !== body.length) return false;
  const { head } = planesIn(body);
  return equal(old.body.subarray(0, head), body.subarray(0, head));
}

/** The columns with one element for each place, unlike "slot". */
const BY_PLACE = new Set(
  STATE_ROWS.filter(
    ([name, , per]) => name !== 'slot' && (per === 'agent' || per.endsWith('Agent')),
  ).flatMap(([name]) => [name, ...['X', 'Y', 'Z'].map((axis) => `${name}${axis}`)]),
) as ReadonlySet<string>;

/** The difference of two states with the same layout. */
function changesOf(old: Uint8Array, body: Uint8Array): Uint8Array {
  const { planes, head } = planesIn(body);
  const changes = new Uint8Array(body.length - head);
  const [before, after] = [placesIn(old, planes), placesIn(body, planes)];
  for (const plane of planes) {
    const { at, elements, bytes } = plane;
    const [from, to] = isByPlace(plane, after) ? [before, after] : [];
    for (let k = 0; k < elements; k++) {
      const oldAt = at + bytes * (from?.[k] ?? k);
      const newAt = at + bytes * (to?.[k] ?? k);
      for (let byte = 0; byte < bytes; byte++) {
        changes[at - head + byte * elements + k] = old[oldAt + byte] ^ body[newAt + byte];
      }
    }
  }
  return changes;
}

/** The inverse of `changesOf`. */
function changed(old: Uint8Array, changes: Uint8Array): Uint8Array {
  const { planes, head } = planesIn(old);
  if (changes.length !== old.length - head) {
    throw refused(`${changes.length} bytes of changes`, `${old.length - head}`);
  }
  const body = new Uint8Array(old.length);
  body.set(old.subarray(0, head));
  const before = placesIn(old, planes);
  let after: Uint32Array | undefined;
  // The places of agents come first, because the other columns are given by agent.
  const slots = planes.filter(({ name }) => name === 'slot');
  for (const plane of [...slots, ...planes.filter((one) => !slots.includes(one))]) {
    const { at, elements, bytes } = plane;
    const [from, to] = after !== undefined && isByPlace(plane, after) ? [before, after] : [];
    for (let k = 0; k < elements; k++) {
      const oldAt = at + bytes * (from?.[k] ?? k);
      const newAt = at + bytes * (to?.[k] ?? k);
      for (let byte = 0; byte < bytes; byte++) {
        body[newAt + byte] = old[oldAt + byte] ^ changes[at - head + byte * elements + k];
      }
    }
    if (after !== undefined) continue;
    after = placesIn(body, planes);
    if (after.some((place) => place >= after!.length)) throw refused('a wrong place', 'a place');
  }
  return body;
}

function isByPlace({ name, elements }: Plane, places: Uint32Array): boolean {
  return elements === places.length && BY_PLACE.has(name);
}

/** The place of each agent index. */
function placesIn(body: Uint8Array, planes: readonly Plane[]): Uint32Array {
  const { at, elements } = planes.find(({ name }) => name === 'slot')!;
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  return Uint32Array.from({ length: elements }, (_, k) => view.getUint32(at + WORD * k, true));
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a?.length === b.length && a.every((byte, k) => byte === b[k]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function refused(found: string, expected: string): SnapshotError {
  return new SnapshotError(
    'SNAPSHOT_CONTENT',
    { offset: 0, section: 'difference' },
    found,
    expected,
  );
}
