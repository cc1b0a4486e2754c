import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));

/** As npm does it: a shell, and the command in it. */
function startIn(shell: string) {
  const child = spawn('sh', ['-c', shell, process.execPath, START], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of them are gone.
    }
  });
  return child;
}

it('npm start ends when it is asked to, and with it who serves the page', async () => {
  const shell = startIn('"$0" "$1" --port 0; exit $?');
  const served = new Promise<string>((resolve) => {
    shell.stdout.on('data', (text) => /viewer is at/.test(text) && resolve(`${text}`));
  });
  const [, url] = /(http:\S+)/.exec(await served)!;
  expect((await fetch(url!)).status).toBe(200);
  // Of all that write to it, the last is gone.
  const closed = new Promise((resolve) => shell.stdout.once('close', resolve));
  shell.kill('SIGTERM');
  await closed;
  await expect(fetch(url!)).rejects.toThrow('fetch failed');
}, 30_000);
