// `npm run tool -- registry [--port N]`: starts a local registry with the packages of this clone, from which npm, pnpm
// and yarn can install them. It packs the packages, publishes them to itself, and prints its address. Ctrl-C ends it.
// Other packages come from the registry that npm is configured for. Nothing is published anywhere else.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, refuse } from '../arguments.mjs';
import { manifestOf, PUBLIC } from './manifests.mjs';
import { publishAll } from './publish.mjs';
import { verdaccio } from './verdaccio.mjs';

const START_MS = 60_000;

/**
 * Starts a registry, and publishes the packages of this clone to it.
 *
 * @param {number} [port] default: any free port
 * @returns {Promise<{ url: string, npmrc: string, close(): void }>} its address, the lines of a `.npmrc` that make npm
 * and pnpm use it, and a function that stops it and deletes its data
 * @throws the output of Verdaccio or npm
 */
export async function startRegistry(port) {
  const folder = mkdtempSync(join(tmpdir(), 'skein-registry-'));
  const chosen = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosen}/`;
  const npmrc = `registry=${url}\n//127.0.0.1:${chosen}/:_authToken=anyone\n`;
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify(settings(folder)));
  const server = spawn(
    process.execPath,
    [verdaccio(), '--config', config, '--listen', `127.0.0.1:${chosen}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  function close() {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await answers(url, () => server.exitCode ?? server.signalCode);
    const userconfig = join(folder, '.npmrc');
    writeFileSync(userconfig, npmrc);
    // Provenance is only available on the host of a release.
    publishAll(['--provenance=false', '--access=public', `--userconfig=${userconfig}`]);
  } catch (error) {
    close();
    throw new Error(`the registry did not start: ${said}`, { cause: error });
  }
  return { url, npmrc, close };
}

/** @param {string} folder */
function settings(folder) {
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).stdout.trim();
  const own = { access: '$all', publish: '$all', unpublish: '$all' };
  const names = PUBLIC.map((name) => manifestOf(name).name);
  return {
    storage: join(folder, 'storage'),
    uplinks: { upstream: { url: upstream, maxage: '30m' } },
    packages: {
      // No `proxy`, so that a package of this clone never comes from another registry.
      ...Object.fromEntries(names.map((name) => [name, own])),
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stderr', format: 'pretty', level: 'fatal' },
  };
}

/**
 * @param {string} url
 * @param {() => unknown} ended
 */
async function answers(url, ended) {
  const until = Date.now() + START_MS;
  while (ended() === null && Date.now() < until) {
    try {
      if ((await fetch(`${url}-/ping`)).ok) return;
    } catch {
      // It is not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(ended() === null ? `no answer in ${START_MS / 1000} s` : 'it has ended');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = readArguments(import.meta.url, { options: { port: { type: 'string' } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    refuse(import.meta.url, `--port: found ${values.port}, expected 1 to 65535`);
  }
  const registry = await startRegistry(port);
  console.log(`${registry.url}\n\nnpm install @skein/core --registry ${registry.url}`);
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => {
      registry.close();
      process.exit(code);
    });
  }
}
