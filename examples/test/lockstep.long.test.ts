import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  command,
  createWorld,
  parseScenarioText,
  restore,
  snapshot,
  stateHash,
  tick,
} from '@skein/core';
import { expect, it, onTestFinished } from 'vitest';

const examples = fileURLToPath(new URL('..', import.meta.url));
const SECONDS = [60, 120, 180, 240];

it('lockstep keeps its peers in step with a separate world, and ends with its server', async () => {
  const child = spawn(process.execPath, [`${examples}06-lockstep.mjs`, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Ending the example also ends its server.
  onTestFinished(() => void child.kill('SIGINT'));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length > SECONDS.length) break;
  }
  const [page, ...compared] = lines;
  expect(page).toMatch(/^page: http:\/\/127\.0\.0\.1:\d+\/\. Ctrl-C ends it\.$/);
  const hashes = new Map(
    compared.map((line) => {
      const [, at, hash] = line.match(/^tick (\d+): (\w{16}) = \2$/)!;
      return [Number(at), hash];
    }),
  );
  expect([...hashes.keys()]).toEqual(SECONDS);

  // The clock decides in which tick the command is executed, so each tick is tried.
  const scenario = readFileSync(`${examples}lockstep/scenario.json`, 'utf8');
  let alone = createWorld(parseScenarioText(scenario));
  for (const second of SECONDS) {
    while (alone.tick < second && alone.log.length === 0) {
      const sent = restore(snapshot(alone));
      command(sent, { type: 'go', species: 'red', position: [60, 40] });
      tick(sent, second - sent.tick);
      if (stateHash(sent) === hashes.get(second)) alone = sent;
      else tick(alone);
    }
    tick(alone, second - alone.tick);
    expect(stateHash(alone)).toBe(hashes.get(second));
  }

  expect(alone.log.map(({ type }) => type)).toContain('go');

  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fetch(page!.slice(6))).rejects.toThrow();
});
