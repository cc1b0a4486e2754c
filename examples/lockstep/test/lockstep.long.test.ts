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
    startServer(0, folder),
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

test(`two processes and a page stay in step under loss, delay, and cut connections, seed ${SEED}`, async () => {
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

  // All connections are lost.
  relay.cut();
  await giveSome(6);
  const accepted = given.map((commands) => commands.filter((_, n) => !isRefused(n)));
  await until('every command was executed', async () =>
    (await read()).every(({ log }) => log.length === accepted.flat().length),
  );
  // Each command occurs once, and those of a peer are in order.
  for (const { log } of await read())
    expect(accepted.map((_, who) => positionsOf(log, who))).toEqual(
      accepted.map((commands) => commands.map(({ position }) => position)),
    );
  // The peer that gave a command hears if all worlds refuse it.
  const refusals = (reading: Reading) =>
    reading.reports.filter(({ type }) => type === 'refused').map(({ input }) => input);
  for (const [who, reading] of (await read()).entries())
    expect(refusals(reading)).toEqual(given[who].flatMap((_, n) => (isRefused(n) ? [n + 1] : [])));

  // A peer joins late, from a snapshot, when the first turns are gone.
  await until('the first turns are gone', async () => (await second.read()).tick > 700);
  const late = startPeer(relay.url, 1, 'simd');
  drivers.push(late);
  await until('a peer joins late', async () => (await late.read()).tick > 0);
  expect((await late.read()).reports.filter(({ type }) => type === 'loaded')).toHaveLength(1);

  // One world diverges, because it got a command that the others did not get.
  await second.slip({ type: 'place', ids: [4], position: [31.5, 7.25] });
  const { you } = await second.read();
  const differences = () => server.events.filter(({ type }) => type === 'differs');
  await until('it is named', async () => differences().length > 0);
  const [difference] = differences();
  await until('it has the state of the others', async () =>
    (await second.read()).reports.some(({ type }) => type === 'loaded'),
  );

  // A peer that started from a snapshot has not stepped earlier ticks.
  const goal = Math.max(...(await read()).map((reading) => reading.tick)) + 60;
  const lastCommon = (all: readonly Reading[]) => Math.max(...commonTicks(all));
  await until('all come to a common tick', async () => lastCommon(await read()) >= goal);
  const readings = await read();
  const end = lastCommon(readings);
  const hashes = readings.map((reading) => reading.hashes[end]);
  expect(new Set(hashes).size).toBe(1);
  // The three undisturbed worlds agree at every tick that they share.
  const straight = readings.filter((_, k) => k !== 1);
  for (const at of commonTicks(straight)) {
    expect(new Set(straight.map((reading) => reading.hashes[at])).size, `tick ${at}`).toBe(1);
  }
  // An independent oracle: the log, stepped on the calling thread of this process.
  expect(hashes[0]).toBe(replayed(readings[0], end));
  expect(readings[2].log).toEqual(readings[0].log);

  // Only that peer was named, once, and for what it really had.
  expect(differences()).toEqual([difference]);
  expect(difference).toMatchObject({ guest: you });
  if (difference.type !== 'differs') throw new Error('unreachable');
  expect(difference.expected).toBe(replayed(readings[0], difference.tick));
  expect(server.events.some(({ type }) => type === 'cheat' || type === 'split')).toBe(false);
  for (const { reports } of readings)
    expect(reports.map(({ type }) => type)).not.toContain('damaged');

  // Messages were really lost and delayed.
  const { lost, doubled, overtaken, cut } = relay.count;
  expect(Math.min(lost, doubled, overtaken)).toBeGreaterThan(20);
  expect(cut).toBeGreaterThanOrEqual(3);
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

/** The ticks whose hashes all peers have. */
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
