import type { KeptLog } from '../commands/needed-log.ts';
import { SnapshotError } from '../errors.ts';
import { withMemory } from '../no-memory.ts';
import { hashText } from '../phases/hash.ts';
import type { Command, Scenario } from '../scenario/schema.ts';
import { CommandQueue } from '../world/command-queue.ts';
import type { Row, State } from '../world/layout.ts';
import { type Plan, planOf } from '../world/plan.ts';
import { hashBytes } from './checksum.ts';
import {
  type Container,
  type FoundSection,
  onlySection,
  readContainer,
  type Section,
  writeContainer,
} from './container.ts';
import { checkLaws } from './laws-section.ts';
import { decodePlanes, encodePlanes, firstLength } from './planes.ts';
import {
  checkAgents,
  LOG_START,
  logSection,
  logStartSection,
  readLog,
  readLogStart,
  readScenario,
  readState,
  refuse,
  refuseExcess,
  scenarioSection,
} from './sections.ts';

/** The hash of a run's state at a tick. */
export interface ReplayHash {
  readonly tick: number;
  readonly hash: string;
}

/** The whole state of a run at a tick. */
export interface Keyframe {
  readonly tick: number;
  readonly state: State;
}

/** Everything needed to repeat a run, and the hashes that the repetition must reach. */
export interface Replay extends KeptLog {
  /** The scenario, with the seed of the run. */
  readonly scenario: Scenario;
  /**
   * The recorded hashes, sorted by tick. The first hash is at the start of the run, and the last hash is at its end.
   */
  readonly hashes: readonly ReplayHash[];
  /** The recorded keyframes, sorted by tick. If the run begins after tick 0, there is a keyframe at its start. */
  readonly keyframes: readonly Keyframe[];
}

/** A keyframe as it is encoded in a file. */
export interface EncodedKeyframe {
  readonly tick: number;
  readonly body: Uint8Array;
}

const HASH_ROWS = [
  ['hashTick', 'u32', 'trace', 1, 'tick', 'tick of the hash'],
  ['hash', 'u32', 'trace', 2, '', 'state hash, low and high half'],
] as const satisfies readonly Row[];

const SECTIONS = ['SCEN', 'LOGS', LOG_START, 'HASH', 'KEYF', 'LAWS'] as const;
/** The maximum number of hashes in a replay. This many hashes take 1.4 GB as objects. */
export const MAX_HASHES = 0x100_0000;
/** The number of bytes that the tick of a keyframe takes. The tick precedes the planes. */
const TICK_BYTES = 4;

/** Writes a replay as a file. Its hashes and encoded keyframes must be sorted by tick. */
export function writeReplay(
  { scenario, log, logSince, hashes }: Omit<Replay, 'keyframes'>,
  keyframes: readonly EncodedKeyframe[],
  agents: number,
  laws: Section,
): Uint8Array {
  const scene = scenarioSection(scenario);
  const head = {
    kind: 'replay',
    tick: hashes.at(-1)!.tick,
    agents,
    scenarioHash: hashBytes(scene.body),
  } as const;
  return writeContainer(head, [
    scene,
    logSection(log),
    hashSection(hashes),
    ...keyframes.map(({ body }) => ({ id: 'KEYF', critical: true, body })),
    ...logStartSection(logSince),
    laws,
  ]);
}

function hashSection(hashes: readonly ReplayHash[]): Section {
  const ticks = Uint32Array.from(hashes, ({ tick }) => tick);
  const halves = new Uint32Array(2 * hashes.length);
  hashes.forEach(({ hash }, k) => {
    halves[2 * k] = Number.parseInt(hash.slice(8), 16);
    halves[2 * k + 1] = Number.parseInt(hash.slice(0, 8), 16);
  });
  const planes = [
    { name: 'hashTick', view: ticks },
    { name: 'hash', view: halves },
  ];
  return { id: 'HASH', critical: true, body: encodePlanes(planes) };
}

/** Encodes a keyframe: its tick, followed by the encoded state. */
export function encodeKeyframe(tick: number, state: Uint8Array): EncodedKeyframe {
  const body = new Uint8Array(TICK_BYTES + state.length);
  new DataView(body.buffer).setUint32(0, tick, true);
  body.set(state, TICK_BYTES);
  return { tick, body };
}

/**
 * Reads a replay and checks it completely.
 *
 * @throws SnapshotError for a file that is incomplete, not a replay, or has impossible content; WorldError NO_MEMORY
 * when an allocation fails
 */
export function readReplay(bytes: Uint8Array): Replay {
  return withMemory('read a replay', () => readContent(bytes));
}

function readContent(bytes: Uint8Array): Replay {
  const container = readContainer(bytes, 'replay', SECTIONS);
  const { tick: end } = container;
  const scenario = readScenario(onlySection(container, 'SCEN'), container);
  const plan = planOf(scenario, 1);
  checkAgents(container, plan);
  checkLaws(container, plan);
  const logs = onlySection(container, 'LOGS');
  const log = readLog(logs, scenario, plan, end);
  checkPending(logs, scenario, plan, log);
  const hashes = readHashes(onlySection(container, 'HASH'), end);
  const keyframes = readKeyframes(container, scenario, plan, hashes);
  const logSince = readLogStart(container, hashes[0].tick);
  return { scenario, log, logSince, hashes, keyframes };
}

/**
 * Checks that the commands of each tick fit into shared memory.
 *
 * @throws SnapshotError if a tick has more commands than fit
 */
function checkPending(
  section: FoundSection,
  scenario: Scenario,
  plan: Plan,
  log: readonly Command[],
): void {
  refuseExcess(section, () => CommandQueue.check(scenario, plan, [...scenario.commands, ...log]));
}

function readHashes(section: FoundSection, end: number): ReplayHash[] {
  const count = firstLength(section);
  if (count > MAX_HASHES) throw refuse(section, `${count} hashes`, `at most ${MAX_HASHES}`);
  const { hashTick, hash } = decodePlanes(section, HASH_ROWS, (row) => count * row[3]);
  for (let k = 1; k < count; k++) {
    if (hashTick[k] > hashTick[k - 1]) continue;
    throw refuse(section, `tick ${hashTick[k]}`, `more than ${hashTick[k - 1]}`);
  }
  if (hashTick[count - 1] !== end)
    throw refuse(section, `${count} hashes`, `the last hash at tick ${end}`);
  return Array.from(hashTick, (tick, k) => ({
    tick,
    hash: hashText(hash[2 * k], hash[2 * k + 1]),
  }));
}

function readKeyframes(
  { sections }: Container,
  scenario: Scenario,
  plan: Plan,
  hashes: readonly ReplayHash[],
): Keyframe[] {
  const keyframes: Keyframe[] = [];
  const ticks = new Set(hashes.map(({ tick }) => tick));
  for (const section of sections.filter(({ id }) => id === 'KEYF')) {
    const { body, offset } = section;
    if (body.length < TICK_BYTES) throw refuse(section, `${body.length} bytes`, 'a tick');
    const tick = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
    const last = keyframes.at(-1)?.tick ?? -1;
    if (tick <= last || !ticks.has(tick)) {
      throw refuse(section, `tick ${tick}`, `a tick with a hash, after tick ${last}`);
    }
    const planes = { ...section, body: body.subarray(TICK_BYTES), offset: offset + TICK_BYTES };
    keyframes.push({ tick, state: readState(planes, scenario, plan, tick) });
  }
  const begin = hashes[0].tick;
  if (begin === 0 || keyframes[0]?.tick === begin) return keyframes;
  throw new SnapshotError(
    'SNAPSHOT_SECTION',
    { offset: 0, section: 'KEYF' },
    'no keyframe where the replay begins',
    `a keyframe at tick ${begin}`,
  );
}
