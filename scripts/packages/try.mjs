// `npm run packages:try`: what a user does first, with the packages of this clone. It starts a registry on this
// machine, and for each template calls `npm create skein`, `npm install`, and runs what was made: the script in
// Node; the page built, served and opened in a Chromium, where it has to step on threads. Without a Chromium the
// page is built alone, which is said. Takes about a minute and needs a network.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { readArguments } from '../arguments.mjs';
import { browserArguments, findBrowser } from '../browser.mjs';
import { startRegistry } from './registry.mjs';

const PAGE_MS = 30_000;
const CHECKS = { node: runScript, page: openPage, three: openPage, react: openPage };

readArguments(import.meta.url, {});

const registry = await startRegistry();
const folder = mkdtempSync(join(tmpdir(), 'skein-try-'));
const userconfig = join(folder, '.npmrc');
writeFileSync(userconfig, registry.npmrc);
let failed = false;
try {
  for (const [template, check] of Object.entries(CHECKS)) {
    const project = join(folder, template);
    try {
      npm(folder, 'create', '--yes', 'skein', template, '--', '--template', template);
      npm(project, 'install', '--no-audit', '--no-fund');
      console.log(`${template}: ${await check(project)}`);
    } catch (error) {
      failed = true;
      console.log(`${template}: FAILED: ${error instanceof Error ? error.message : error}`);
    }
  }
} finally {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** @param {string} project */
function runScript(project) {
  const lines = npm(project, 'start').match(/^tick .*$/gm) ?? [];
  if (lines.length === 0) throw new Error('found no tick in what the script prints');
  return lines.at(-1);
}

/** @param {string} project */
async function openPage(project) {
  npm(project, 'run', 'build');
  const executablePath = findBrowser();
  if (executablePath === undefined) return 'built; not opened, as there is no Chromium';
  const vite = join(project, 'node_modules', 'vite', 'bin', 'vite.js');
  const server = spawn(process.execPath, [vite, 'preview', '--host', '127.0.0.1', '--port', '0'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const browser = await chromium.launch({ executablePath, args: browserArguments() });
  try {
    const page = await browser.newPage();
    await page.goto(await addressOf(server.stdout));
    const status = page
      .getByRole('status')
      .filter({ hasText: /^tick \d{2,}, 1000 boids, \d+ threads$/ });
    await status.waitFor({ timeout: PAGE_MS }).catch(async () => {
      throw new Error(`found "${await page.getByRole('status').textContent()}" on the page`);
    });
    return await status.textContent();
  } finally {
    await browser.close();
    server.kill();
  }
}

/** @param {import('node:stream').Readable} output of `vite preview` */
async function addressOf(output) {
  let said = '';
  for await (const chunk of output) {
    said += chunk;
    const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`vite preview has ended: ${said}`);
}

/**
 * @param {string} cwd
 * @param {...string} parameters
 */
function npm(cwd, ...parameters) {
  const done = spawnSync('npm', parameters, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Else `npm create` would take a package of an earlier call.
    env: {
      ...process.env,
      npm_config_userconfig: userconfig,
      npm_config_cache: join(folder, 'cache'),
    },
  });
  if (done.status !== 0)
    throw new Error(`npm ${parameters.join(' ')}: ${done.stderr}${done.stdout}`);
  return done.stdout;
}
