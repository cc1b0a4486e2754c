import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { someOf } from '../../core/test/helpers/long.ts';

const program = fileURLToPath(new URL('./fixtures/leaves.js', import.meta.url));

/** Runs the program. Resolves with its exit code, its output, and how long it stayed after its output, ms. */
function leave(story: string) {
  return new Promise<{ code: number | null; said: string; stayedMs: number }>((resolve) => {
    const child = spawn(process.execPath, [program, story], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
    let said = '';
    let saidAt = Number.NaN;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      said += text;
      saidAt = performance.now();
    });
    child.on('close', (code) => {
      clearTimeout(patience);
      resolve({ code, said: said.trim(), stayedMs: performance.now() - saidAt });
    });
  });
}

const STORIES = [
  ['idle', 'ran'],
  ['resize', 'ran'],
  ['dispose', 'ran'],
  ['local', 'ran'],
  ['throw', 'ran'],
  ['exit', 'ran'],
  ['hang', 'ran'],
  ['always', 'WORKER_LOST'],
  ['stuck: hang', 'TEAM_DISPOSED'],
  ['stuck: wait', 'TEAM_DISPOSED'],
];
it.each(someOf(STORIES, 10, 1))(
  'the process ends by itself: %s',
  { retry: 3 },
  async (story, said) => {
    const found = await leave(story);
    expect(found).toMatchObject({ code: 0, said });
    expect(found.stayedMs).toBeLessThan(1000);
  },
);
