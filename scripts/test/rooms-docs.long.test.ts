import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** In a folder that has all packages that the code imports. */
const folder = mkdtempSync(join(ROOT, 'examples/node_modules', '.rooms-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

function blocksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
}

function save(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

it('the code in the README of packages/rooms runs', () => {
  const [code] = blocksOf('packages/rooms/README.md');
  const output = execFileSync(process.execPath, [save('readme.mjs', code!)], { encoding: 'utf8' });
  expect(output).toBe('1 go\n');
});

it('the server and the client of docs/rooms.md run as they stand, and agree', async () => {
  save('package.json', '{ "type": "module" }');
  const port = await freePort();
  for (const block of blocksOf('docs/rooms.md')) {
    const [, name] = /^\/\/ (\w+\.js)\n/.exec(block) ?? [];
    if (name !== undefined) save(name, block.replace('localhost:8080', `127.0.0.1:${port}`));
  }
  // A player, in Node 20 as well.
  const player = save(
    'player.js',
    `import { WebSocket } from 'ws';
    globalThis.WebSocket = WebSocket;
    const { guest, click } = await import('./client.js');
    const timer = setInterval(() => {
      if (guest.number === 0 || guest.confirmed < 30 * guest.number) return;
      clearInterval(timer);
      click(50, 30);
      setInterval(() => {
        const own = guest.world.log.filter(({ type }) => type === 'go').map(({ tick }) => tick);
        if (own.length < 2 || guest.confirmed < own.at(-1) + 90) return;
        console.log('done', JSON.stringify(guest.world.log));
        process.exit();
      }, 50);
    }, 50);`,
  );
  const server = spawn(process.execPath, [join(folder, 'server.js')], {
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(server);
  let told = '';
  server.stdout.on('data', (data) => {
    told += data;
  });
  await listening(port);
  const logs = await Promise.all([run(player), run(player)]);
  expect(logs[0]).toMatch(/^\[.*"red".*\]$/);
  expect(logs[0]).toContain('"blue"');
  expect(logs[1]).toBe(logs[0]);
  expect(told).toMatch(/joined/);
  expect(told).not.toMatch(/differs|cheat|refused/);
});

/** What a player prints at its end. */
function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => {
      const done = /^done (.*)$/m.exec(output);
      if (done) resolve(done[1]!);
      else reject(new Error(output));
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until something listens. */
function listening(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve();
      });
      socket.once('error', () => setTimeout(attempt, 50));
    };
    attempt();
  });
}
