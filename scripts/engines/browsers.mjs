// Unmodified browsers, each started with an address and a new profile.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  BROWSER,
  browserArguments,
  installWithApt,
  isExecutable,
  requireBrowser,
  softwareWebGPU,
} from '../setup/browser.mjs';

/**
 * @typedef {object} Browser
 * @property {() => string} find returns the path of the binary; throws if there is none and none can be installed
 * @property {(profile: string, url: string) => string[]} parameters
 * @property {boolean} screen whether it needs a screen to draw
 * @property {boolean} threads whether its pages can share memory
 * @property {boolean} [card] whether the graphics card steps the scenes
 * @property {Record<string, string>} [env]
 */

// No calls home, no first-run pages, no dialog about slow scripts; and WebGL without a graphics card.
const FIREFOX_PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.max_script_run_time': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.enabled': false,
  'webgl.force-enabled': true,
};

/** @type {Readonly<Record<string, Browser>>} */
export const BROWSERS = {
  chromium: chromium(),
  'chromium-gpu': { ...chromium(softwareWebGPU), card: true },
  firefox: {
    find: () => findOr(['firefox-esr', 'firefox'], 'SKEIN_FIREFOX', ['firefox-esr', 'xvfb']),
    // In headless mode it has no WebGL without a graphics card.
    screen: true,
    threads: true,
    parameters: (profile, url) => {
      const lines = Object.entries(FIREFOX_PREFERENCES).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      writeFileSync(join(profile, 'user.js'), lines.join('\n'));
      return ['--no-remote', '--profile', profile, url];
    },
  },
  // WebKitGTK 2.50 hides shared memory even from isolated pages, unless this variable is set.
  webkit: { ...webkit(), threads: true, env: { JSC_useSharedArrayBuffer: '1' } },
  'webkit-unshared': { ...webkit(), threads: false },
};

/** @param {readonly string[]} [more] more parameters @returns {Browser} */
function chromium(more = []) {
  return {
    find: () => BROWSER.install() ?? requireBrowser(),
    screen: false,
    threads: true,
    parameters: (profile, url) => [
      ...['--headless', `--user-data-dir=${profile}`, '--disable-hang-monitor'],
      ...browserArguments(),
      ...more,
      url,
    ],
  };
}

/** @returns {Omit<Browser, 'threads'>} MiniBrowser, which WebKitGTK provides for its tests */
function webkit() {
  return {
    find: () => findOr(['MiniBrowser'], 'SKEIN_WEBKIT', ['webkit2gtk-driver', 'xvfb']),
    screen: true,
    parameters: (_, url) => ['--private', url],
  };
}

/** The path, and the folders where distributions install MiniBrowser, which is not on it. */
const folders = [
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ...['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
    ['6.0', '4.1', '4.0'].flatMap((version) => {
      const name = version === '6.0' ? `webkitgtk-${version}` : `webkit2gtk-${version}`;
      return [`/usr/lib/${machine}/${name}`];
    }),
  ),
];

/**
 * @param {readonly string[]} names names of binaries
 * @param {string} variable an environment variable that may contain a path
 * @param {readonly string[]} packages Debian packages that provide one
 */
function findOr(names, variable, packages) {
  const named = process.env[variable];
  if (named && !isExecutable(named)) {
    throw new Error(`${variable}=${named} is not an executable file.`);
  }
  // The browser needs Xvfb, which may be missing if the browser was installed in another way.
  const find = () => (firstOf(['Xvfb']) === undefined ? undefined : named || firstOf(names));
  const path = find() ?? (installWithApt(packages) ? find() : undefined);
  if (path !== undefined) return path;
  throw new Error(
    `not installed; run: apt-get install -y ${packages.join(' ')} (or set ${variable}=/path/to/it)`,
  );
}

/** @param {readonly string[]} names of binaries */
function firstOf(names) {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/**
 * Starts a browser with an address.
 *
 * @param {Browser} browser
 * @param {string} path the path of its binary
 * @param {string} url
 * @param {(error: Error) => void} onEnd called if it ends by itself
 */
export async function start(browser, path, url, onEnd) {
  const profile = mkdtempSync(join(tmpdir(), 'skein-profile-'));
  const screen = browser.screen ? await openScreen() : undefined;
  const child = spawn(path, browser.parameters(profile, url), {
    // A separate process group: a browser has many processes, which must end together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...browser.env,
      ...(screen && { DISPLAY: screen.display }),
      HOME: profile,
      XDG_RUNTIME_DIR: profile,
    },
  });
  running.add(child);
  let said = '';
  child.stderr.on('data', (part) => {
    said = `${said}${part}`.slice(-500);
  });
  let closing = false;
  child.once('error', onEnd);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.once('exit', (code, signal) => {
    if (!closing) onEnd(new Error(`the browser ended with ${signal ?? code}: ${said.trim()}`));
  });

  async function close() {
    closing = true;
    endGroup(child);
    await ended;
    screen?.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { close };
}

/** Starts a virtual screen. */
async function openScreen() {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  running.add(child);
  const number = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb did not start')));
    child.stdio[3]?.once('data', (text) => resolve(String(text).trim()));
  });
  return { display: `:${number}`, close: () => endGroup(child) };
}

/** Running processes, which must end with this one. */
const running = /** @type {Set<import('node:child_process').ChildProcess>} */ (new Set());
process.once('exit', () => {
  for (const child of running) endGroup(child);
});

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  running.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** @param {Browser} browser @param {string} path */
export async function browserVersion({ screen }, path) {
  // MiniBrowser needs a screen even to print its version.
  const opened = screen ? await openScreen() : undefined;
  const env = { ...process.env, ...(opened && { DISPLAY: opened.display }) };
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', env });
  opened?.close();
  return /\d+(\.\w+)+/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
