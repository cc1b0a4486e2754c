// Finds the Chromium that the browser tests run in. vitest.config.ts and the page tests import it
// too, so nothing here may need an installed package.
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
  new URL('../node_modules/playwright/cli.js', import.meta.url),
);

const install = 'apt-get install -y --no-install-recommends chromium';

/** True when the caller said SKEIN_SKIP_BROWSER=1: the browser tests are left out. */
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
 * Path of a Chromium or Chrome: SKEIN_CHROMIUM, else an installed one, else Playwright's download;
 * undefined when there is none. Throws when SKEIN_CHROMIUM names no executable file.
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

/** findBrowser, or one clear line that says how to get one. */
export function requireBrowser() {
  const path = findBrowser();
  if (path !== undefined) return path;
  throw new Error(
    `No Chromium found for the browser tests. Run: ${install} (or set SKEIN_CHROMIUM=/path/to/chromium, or SKEIN_SKIP_BROWSER=1 to leave them out).`,
  );
}

/** What a headless Chromium needs here: no sandbox as root, and no calls home. */
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

/** WebGPU on the processor, where Chromium would have none for want of a graphics card. */
export const softwareWebGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** The same for pages that draw on a canvas by it, without which Chromium loses its process for graphics. */
export const softwareWebGPUCanvas = [
  ...softwareWebGPU,
  '--enable-features=Vulkan,DefaultANGLEVulkan,VulkanFromANGLE',
  '--use-angle=swiftshader',
  '--disable-vulkan-surface',
];

/**
 * Runs a command without input; shows its output only when it fails.
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
 * Installs packages where this user of a Debian may.
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are there now
 */
export function installWithApt(packages) {
  if (!hasApt()) return false;
  console.log(`skein: installing ${packages.join(', ')} with apt-get ...`);
  return (
    attempt('apt-get', ['update']) &&
    attempt('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  );
}

/** Finds a browser, installing one when there is none. Throws with the command to run. */
export function installBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  // On Ubuntu the package may be a stub that points at a snap: look again, and see it start.
  const path = installWithApt(['chromium']) ? findBrowser() : undefined;
  if (path !== undefined && attempt(path, ['--version', '--no-sandbox'])) return path;
  console.log('skein: no Chromium found; downloading the one of Playwright ...');
  attempt(process.execPath, [playwrightCommand, 'install', 'chromium']);
  return requireBrowser();
}
