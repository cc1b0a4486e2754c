import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { long } from '../../packages/core/test/helpers/long.ts';

/** A command as npm starts it: a shell that runs the command. */
function start(script: string, ...parameters: string[]) {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const shell = '"$0" "$@"; exit $?';
  const child = spawn('sh', ['-c', shell, process.execPath, path, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, npm_lifecycle_event: script },
  });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All processes have ended.
    }
  });
  return child;
}

it('npm start ends on request, together with the server of the page', async () => {
  const shell = start('serving/start.mjs', '--port', '0');
  const served = new Promise<string>((resolve) => {
    shell.stdout.on('data', (text) => /viewer is at/.test(text) && resolve(`${text}`));
  });
  const [, url] = /(http:\S+)/.exec(await served)!;
  expect((await fetch(url!)).status).toBe(200);
  // The last process that writes to it has ended.
  const closed = new Promise((resolve) => shell.stdout.once('close', resolve));
  shell.kill('SIGTERM');
  await closed;
  await expect(fetch(url!)).rejects.toThrow('fetch failed');
}, 30_000);

long(
  'a long check ends on request, together with its tests',
  async () => {
    const shell = start('testing/faults.mjs', '--count', '10000');
    await new Promise<void>((resolve) => {
      shell.stdout.on('data', (text) => /RUN/.test(text) && resolve());
    });
    const closed = new Promise((resolve) => shell.stdout.once('close', resolve));
    shell.kill('SIGTERM');
    await closed;
  },
  30_000,
);
