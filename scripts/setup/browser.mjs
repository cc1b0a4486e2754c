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
  try {
    const { chromium } = createRequire(import.meta.url)('playwright');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // not installed yet
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

/** Does the same as findBrowser, but without a browser it throws an error that explains how to get one. */
export function requireBrowser() {
  const path = findBrowser();
  if (path !== undefined) return path;
  throw new Error(
    `No Chromium found for the browser tests. Run: ${install} (or set SKEIN_CHROMIUM=/path/to/chromium, or SKEIN_SKIP_BROWSER=1 to skip them).`,
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
 */
function attempt(command, parameters) {
  const done = spawnSync(command, parameters, {
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

function hasApt() {
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

/** Finds a browser, and installs one if there is none. Throws an error with the command to run. */
export function installBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  // On Ubuntu the package may be a stub for a snap, so check that it is found and starts.
  const path = installWithApt(['chromium']) ? findBrowser() : undefined;
  if (path !== undefined && attempt(path, ['--version', '--no-sandbox'])) return path;
  console.log('skein: no Chromium found; downloading the Chromium of Playwright ...');
  attempt(process.execPath, [playwrightCommand, 'install', 'chromium']);
  return requireBrowser();
}
