import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CommandInput,
  command,
  createWorld,
  parseScenarioText,
  stateHash,
  tick,
} from '@skein/core';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserArguments, requireBrowser, skipBrowser } from '../../../scripts/setup/browser.mjs';
import {
  type Driver,
  openPeer,
  type Reading,
  SCENARIO,
  type Server,
  startPeer,
  startServer,
  TURN_TICKS,
} from './drivers.ts';
import { type HostileRelay, randomOf, startHostileRelay } from './hostile-relay.ts';

const SEED = 1501;
const WEATHER = { lost: 0.08, doubled: 0.08, maxDelayMs: 120 };

let folder: string;
let server: Server;
let relay: HostileRelay;
let browser: Browser | undefined;
const drivers: Driver[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lockstep-test-'));
  const launch = { executablePath: skipBrowser ? '' : requireBrowser(), args: browserArguments() };
  [server, browser] = await Promise.all([
    startServer(0, join(folder, 'keep'), folder),
    skipBrowser ? undefined : chromium.launch(launch),
  ]);
  relay = await startHostileRelay(server.port, SEED, WEATHER);
});

afterAll(async () => {
  await Promise.all([...drivers.map((driver) => driver.end()), browser?.close()]);
  await relay?.close();
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The first turn that the server still has. */
function firstTurn(): number {
  const [head] = readFileSync(join(folder, 'keep', 'turns.jsonl'), 'utf8').split('\n');
  return JSON.parse(head).first;
}

test(`two processes and a page stay in step under loss, delay, and restarts, seed ${SEED}`, async () => {
  const second = startPeer(relay.url, 2, 'simd');
  drivers.push(startPeer(relay.url, 1, 'ts'), second);
  drivers.push(browser ? await openPeer(browser, relay.url) : startPeer(relay.url, 3, 'simd'));
  await until('all are on their way', async () =>
    (await read()).every((reading) => reading.tick > 0),
  );

  const random = randomOf(SEED);
  const given: Given[][] = [[], [], []];
  const giveSome = async (each: number) => {
    for (let k = 0; k < 3 * each; k++) {
      const who = k % 3;
      const input = commandOf(who, given[who].length, random);
      given[who].push(input);
      await drivers[who].command(input);
      await sleep(20 * random());
    }
  };
  await giveSome(8);

  // The connection is lost, and the server is killed and started again.
  relay.cut();
  await giveSome(4);
  await server.kill();
  await giveSome(1);
  server = await startServer(server.port, join(folder, 'keep'), folder);
  await giveSome(2);

  // A peer joins late, from a snapshot. The server keeps some turns before the snapshot, so a fast machine may use only
  // turns.
  await until('the first turns are gone', async () => firstTurn() > 5);
  const late = startPeer(relay.url, 1, 'simd');
  drivers.push(late);
  await until('a peer joins late', async () => (await late.read()).tick > 0);
  await giveSome(1);
  const accepted = given.map((commands) => commands.filter((_, n) => !isRefused(n)));
  await until('every command was carried out', async () =>
    (await read()).every(({ log }) => log.length === accepted.flat().length),
  );
  // Each command occurs once, and those of a peer are in order.
  for (const { log } of await read())
    expect(accepted.map((_, who) => positionsOf(log, who))).toEqual(
      accepted.map((commands) => commands.map(({ position }) => position)),
    );

  // One world diverges, because it got a command that the others did not get.
  const slipped = await second.slip({ type: 'place', ids: [4], position: [31.5, 7.25] });
  await until('it is reported to all', async () =>
    (await read()).every(({ reports }) => reports.some(({ type }) => type === 'differs')),
  );
  const differing = (await second.read()).you;
  await until('it has started over', async () => {
    const { log } = await second.read();
    return !log.some((one) => one.tick === slipped && one.type === 'place' && 'ids' in one);
  });

  // A peer that started from a snapshot has not stepped earlier ticks.
  const goal = Math.max(...(await read()).map((reading) => reading.tick)) + 5 * TURN_TICKS;
  const lastCommon = (all: readonly Reading[]) => Math.max(...commonTicks(all));
  await until('all come to a common tick', async () => lastCommon(await read()) >= goal);
  const readings = await read();
  const end = lastCommon(readings);
  const hashes = readings.map((reading) => reading.hashes[end]);
  expect(new Set(hashes).size).toBe(1);
  // The three undisturbed worlds agree at every turn that they share.
  const straight = readings.filter((_, k) => k !== 1);
  for (const at of commonTicks(straight)) {
    expect(new Set(straight.map((reading) => reading.hashes[at])).size, `tick ${at}`).toBe(1);
  }
  // An independent oracle: the log, stepped on the calling thread of this process.
  expect(hashes[0]).toBe(replayed(readings[0], end));
  const logTo = ({ log }: Reading) => log.filter((one) => one.tick < end);
  for (const reading of readings) expect(logTo(reading)).toEqual(logTo(readings[0]));

  // The difference is reported at the exact tick: the state after the step that applied the command.
  for (const { reports } of readings) {
    const differences = reports.filter(({ type }) => type === 'differs');
    expect(differences.map(({ peer, tick: at }) => [peer, at])).toEqual([[differing, slipped + 1]]);
    const [{ found, expected }] = differences;
    expect(expected).toBe(replayed(readings[0], slipped + 1));
    expect(found).not.toBe(expected);
  }

  // All worlds refuse the same commands.
  const refusals = ({ reports }: Reading) =>
    reports.filter(({ type, n }) => type === 'refused' && n);
  const [all] = readings.map(refusals);
  expect(all.length).toBeGreaterThan(5);
  expect(distinct(refusals(readings[2]))).toEqual(distinct(all));

  // Messages were really lost and delayed, and the late peer got a snapshot.
  const { lost, doubled, overtaken, cut } = relay.count;
  expect(Math.min(lost, doubled, overtaken)).toBeGreaterThan(20);
  expect(cut).toBeGreaterThanOrEqual(3);
  expect(Math.min(...Object.keys(readings[3].hashes).map(Number))).toBeGreaterThan(5 * TURN_TICKS);
}, 300_000);

type Given = CommandInput & { position: [number, number, number] };

/** A command whose position encodes its peer and its number. */
function commandOf(who: number, n: number, random: () => number): Given {
  const position: Given['position'] = [Math.fround(5 + 50 * random()), 1 + who + n / 32, 0];
  if (n % 7 === 3) return { type: 'go', species: 'boid', position };
  if (n % 7 === 6) return { type: 'fly', position } as never;
  if (n % 7 === 5) return { type: 'spawn', species: 'walker', count: 2, position };
  return { type: 'go', ids: [10 * who + n], position };
}

/** Invalid commands: boids have no goals, and there is no command "fly". */
function isRefused(n: number): boolean {
  return n % 7 === 3 || n % 7 === 6;
}

function positionsOf(log: Reading['log'], who: number): Given['position'][] {
  const positions = (log as unknown as Given[]).map(({ position }) => position);
  return positions.filter(([, y]) => Math.floor(y) === 1 + who);
}

/** The ticks whose hashes all peers have recorded. */
function commonTicks(readings: readonly Reading[]): number[] {
  const [first, ...others] = readings.map(({ hashes }) => hashes);
  return Object.keys(first)
    .filter((at) => others.every((hashes) => at in hashes))
    .map(Number);
}

function replayed({ log }: Reading, end: number): string {
  const world = createWorld(parseScenarioText(readFileSync(SCENARIO, 'utf8')));
  for (const { tick: at, ...input } of log) {
    if (at >= end) break;
    tick(world, at - world.tick);
    command(world, input as CommandInput);
  }
  tick(world, end - world.tick);
  return stateHash(world);
}

function distinct(reports: Reading['reports']): string[] {
  const keys = reports.map((report) =>
    JSON.stringify([report.tick, report.peer, report.n, report.where, report.found]),
  );
  return [...new Set(keys)].sort();
}

function read(): Promise<Reading[]> {
  return Promise.all(drivers.map((driver) => driver.read()));
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > 150_000) {
      const where = (await read()).map(({ tick: at, log }) => `tick ${at}, ${log.length} commands`);
      throw new Error(`In vain: ${what}. ${where.join('; ')}`);
    }
    await sleep(200);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
