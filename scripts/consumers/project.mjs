// The folder of a consumer, with its files, packages, commands and page.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { listenAt } from '../serving/serve-site.mjs';
import { browserArguments, requireBrowser } from '../setup/browser.mjs';
import { filesOf } from './files.mjs';

const PAGE_MS = 60_000;
const COMMAND_MS = 300_000;

/**
 * @typedef {object} Consumer
 * @property {string} name
 * @property {string} how a description for people
 * @property {readonly string[]} tools packages whose versions are reported
 * @property {boolean} [isPage] whether it needs a browser
 * @property {boolean} [threaded] whether a team of threads is expected; default: true
 * @property {(project: Project) => Promise<import('./scene.mjs').Outcome>} run
 */

/** Thrown if a consumer cannot run on this machine. */
export class Skipped extends Error {}

export class Project {
  /** The folder in which its commands run. */
  folder;
  #home;
  #registry;

  /**
   * @param {string} folder a folder that does not exist yet
   * @param {{ url: string, npmrc: string }} registry
   */
  constructor(folder, registry) {
    this.folder = folder;
    this.#home = folder;
    this.#registry = registry;
    mkdirSync(folder);
    this.write({
      '.npmrc': registry.npmrc,
      'package.json': `${JSON.stringify({ name: 'consumer', private: true, type: 'module' })}\n`,
    });
  }

  /** The address of the registry. */
  get registry() {
    return this.#registry.url;
  }

  /**
   * Continues in a folder that one of its commands has created.
   *
   * @param {string} folder
   */
  enter(folder) {
    this.folder = join(this.#home, folder);
  }

  /** @param {Readonly<Record<string, string>>} files by their paths */
  write(files) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** @param {string} path */
  read(path) {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /**
   * Installs core, worker and the tools with npm.
   *
   * @param {...string} packages
   */
  install(...packages) {
    const all = ['@skein/core', '@skein/worker', ...packages];
    this.command('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...all);
  }

  /**
   * Runs a command to its end.
   *
   * @param {string} program
   * @param {...string} parameters
   * @returns {string} its standard output
   * @throws an error with all its output, when it fails
   */
  command(program, ...parameters) {
    const done = spawnSync(program, parameters, {
      cwd: this.folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      timeout: COMMAND_MS,
      env: this.#environment(),
    });
    if (done.status === 0) return done.stdout;
    const said = `${done.error ?? ''}${done.stderr}${done.stdout}`.trim().slice(-2000);
    throw new Error(`${program} ${parameters.join(' ')}: ${said}`);
  }

  /**
   * Runs a command of an installed package.
   *
   * @param {string} name
   * @param {...string} parameters
   */
  tool(name, ...parameters) {
    return this.command(process.execPath, this.#binary(name), ...parameters);
  }

  /**
   * Runs a script in Node, and parses the last line of its output.
   *
   * @param {...string} parameters
   * @returns {import('./scene.mjs').Outcome}
   */
  script(...parameters) {
    return lastLine(this.command(process.execPath, ...parameters));
  }

  /**
   * Serves a folder, and opens its page.
   *
   * @param {string} folder
   * @param {boolean} [isolated] whether to send the headers that threads need
   * @returns {Promise<import('./scene.mjs').Outcome>}
   */
  async openFolder(folder, isolated = true) {
    const server = await listenAt(filesOf(join(this.folder, folder), isolated), 0);
    try {
      return await open(server.url);
    } finally {
      await server.close();
    }
  }

  /**
   * Starts a server, a command of an installed package, and opens the page at the address that it prints.
   *
   * @param {string} name
   * @param {...string} parameters
   */
  openServed(name, ...parameters) {
    return this.serve(name, parameters, open);
  }

  /**
   * Starts a server, a command of an installed package, and calls `look` with the address that it prints.
   *
   * @param {string} name
   * @param {readonly string[]} parameters
   * @param {(address: string) => Promise<import('./scene.mjs').Outcome>} look
   */
  async serve(name, parameters, look) {
    const server = spawn(process.execPath, [this.#binary(name), ...parameters], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#environment(),
      // Some servers start other processes, which must end with them.
      detached: process.platform !== 'win32',
    });
    try {
      return await look(await addressOf(server));
    } finally {
      if (process.platform === 'win32' || server.pid === undefined) server.kill();
      else process.kill(-server.pid, 'SIGKILL');
    }
  }

  /**
   * The versions of installed packages: "vite 8.3.8".
   *
   * @param {readonly string[]} names
   */
  versions(names) {
    return names
      .map((name) => {
        const manifest = this.read(join('node_modules', name, 'package.json'));
        return `${name} ${JSON.parse(manifest).version}`;
      })
      .join(', ');
  }

  /** @param {string} name the name of a package, or a package and its command: `typescript/tsc` */
  #binary(name) {
    const scoped = name.startsWith('@');
    const parts = name.split('/');
    const at = scoped ? parts.slice(0, 2).join('/') : parts[0];
    const { bin } = JSON.parse(this.read(join('node_modules', at, 'package.json')));
    const wanted = parts.at(-1) ?? name;
    const file = typeof bin === 'string' ? bin : (bin[wanted] ?? bin[at]);
    return join(this.folder, 'node_modules', at, file);
  }

  #environment() {
    const { NODE_OPTIONS: _, ...inherited } = process.env;
    return {
      ...inherited,
      ...{ NO_COLOR: '1', CI: '1', NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      npm_config_registry: this.registry,
      npm_config_userconfig: join(this.#home, '.npmrc'),
      npm_config_cache: join(dirname(this.#home), '.cache'),
      // Yarn's cache may contain packages of an earlier run, from another registry.
      YARN_CACHE_FOLDER: join(dirname(this.#home), '.yarn-cache'),
      YARN_GLOBAL_FOLDER: join(dirname(this.#home), '.yarn'),
    };
  }
}

/** @param {string} text @returns {import('./scene.mjs').Outcome} */
export function lastLine(text) {
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}

/**
 * Opens a page in Chromium, and waits for its outcome.
 *
 * @param {string} address
 * @returns {Promise<import('./scene.mjs').Outcome>}
 */
export async function open(address) {
  const browser = await chromium.launch({
    executablePath: requireBrowser(),
    args: browserArguments(),
  });
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const said = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    await page.goto(address);
    const done = page.waitForFunction(() => 'outcome' in globalThis, { timeout: PAGE_MS });
    await done.catch(() => {
      throw new Error(`the page did not finish: ${said.join('; ') || 'it printed nothing'}`);
    });
    return await page.evaluate(() => /** @type {any} */ (globalThis).outcome);
  } finally {
    await browser.close();
  }
}

/**
 * The first local address that a server prints.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable,
 * import('node:stream').Readable>} server
 * @returns {Promise<string>}
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (/** @type {string} */ why) => reject(new Error(`the server ${why}: ${said}`));
    const late = setTimeout(fail, PAGE_MS, 'printed no address');
    server.on('exit', () => fail('has ended'));
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        said += chunk;
        const [address] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(said) ?? [];
        if (address === undefined) return;
        clearTimeout(late);
        resolve(address);
      });
    }
  });
}
