// Finds the Chromium for the browser tests. vitest.config.ts and the page tests import this file too, so it must not
// need an installed package.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const playwrightCommand = fileURLToPath(
  new URL('../../node_modules/playwright/cli.js', import.meta.url),
);

const install = 'apt-get install -y --no-install-recommends chromium';

/** True if SKEIN_SKIP_BROWSER=1 is set; the browser tests are then skipped. */
export const skipBrowser = ['1', 'true'].includes(process.env.SKEIN_SKIP_BROWSER ?? '');

/** Why the browser tests are skipped; undefined if they run. */
let leftOut = skipBrowser
  ? 'SKEIN_SKIP_BROWSER is set: the browser tests are left out.'
  : undefined;

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Playwright's own Chromium, if it was downloaded before. */
function playwrightBrowser() {
  // Node would remember that there is no such package.
  if (!existsSync(playwrightCommand)) return undefined;
  try {
    const { chromium } = createRequire(import.meta.url)('playwright');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The path of a Chromium or Chrome: SKEIN_CHROMIUM, otherwise an installed one, otherwise Playwright's download;
 * undefined if there is none. Throws when SKEIN_CHROMIUM is not an executable file.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const named = process.env.SKEIN_CHROMIUM;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`SKEIN_CHROMIUM=${named} is not an executable file.`);
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(isExecutable) ?? playwrightBrowser();
}

const howToGetOne = `Run: ${install} (or set SKEIN_CHROMIUM=/path/to/chromium)`;

/** Does the same as findBrowser, but without a browser it throws an error that explains how to get one. */
export function requireBrowser() {
  const path = findBrowser();
  if (path !== undefined) return path;
  throw new Error(
    `No Chromium found for the browser tests. ${howToGetOne}, or SKEIN_SKIP_BROWSER=1 to skip them.`,
  );
}

/** The options that a headless Chromium needs here: no sandbox when running as root, and no calls home. */
export function browserArguments() {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ];
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
}

/** Enables WebGPU on the CPU, for machines without a graphics card. */
export const softwareWebGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** The same for pages that draw on a canvas with WebGPU. Without these options, Chromium's GPU process crashes. */
export const softwareWebGPUCanvas = [
  ...softwareWebGPU,
  '--enable-features=Vulkan,DefaultANGLEVulkan,VulkanFromANGLE',
  '--use-angle=swiftshader',
  '--disable-vulkan-surface',
];

/**
 * Runs a command without input. Its output is shown only if it fails.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ cwd?: string, timeout?: number }} [options]
 */
export function attempt(command, parameters, options) {
  const done = spawnSync(command, parameters, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (done.status === 0) return true;
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim();
  console.error(said.split('\n').slice(-5).join('\n'));
  return false;
}

/** Whether this user can install Debian packages. */
export function hasApt() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages if this user is allowed to.
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are installed now
 */
export function installWithApt(packages) {
  if (!hasApt()) return false;
  console.log(`skein: installing ${packages.join(', ')} with apt-get ...`);
  return (
    attempt('apt-get', ['update']) &&
    attempt('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  );
}

/** @param {string | undefined} path */
function starts(path) {
  if (path === undefined) return false;
  // Only on Linux does a browser lack libraries. On Windows, this would open a window.
  return process.platform !== 'linux' || attempt(path, ['--version', '--no-sandbox']);
}

/**
 * Finds a browser, and installs one if there is none. If that fails, the browser tests of this process, and of those it
 * starts, are skipped.
 *
 * @returns {string | undefined}
 */
function installBrowser() {
  let path = findBrowser();
  if (path === undefined) {
    // On Ubuntu the package may be a stub for a snap, so check that it is found and starts.
    path = installWithApt(['chromium']) ? findBrowser() : undefined;
    if (!starts(path)) {
      console.log('skein: downloading the Chromium of Playwright ...');
      attempt(process.execPath, [playwrightCommand, 'install', 'chromium']);
      path = findBrowser();
    }
  }
  if (starts(path)) return path;
  leftOut = `No Chromium that starts was found: THE BROWSER TESTS ARE LEFT OUT. ${howToGetOne}.`;
  process.env.SKEIN_SKIP_BROWSER = '1';
  return undefined;
}

/** @type {import('./set-up.mjs').Part} */
export const BROWSER = {
  name: 'browser',
  skipped: skipBrowser,
  find: findBrowser,
  plan: () =>
    `will install a Chromium for the browser tests: ${hasApt() ? "apt-get puts Debian's into this system, else " : ''}` +
    'Playwright puts one of about 400 MB into its folder in your cache, such as ~/.cache/ms-playwright. ' +
    'SKEIN_SKIP_BROWSER=1 skips it and the tests; SKEIN_CHROMIUM=PATH names one.',
  install: installBrowser,
  leftOut: () => leftOut,
};
