// Finds the graphics cards in software on which the tests of @skein/gpu run in Node: the SwiftShader of Debian's Chromium,
// and for long tests lavapipe of Mesa, unpacked from Debian's backports. vitest.config.ts imports this file too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from './browser.mjs';

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const folder = join(cache, 'lavapipe');
const libraries = join(folder, 'usr/lib/x86_64-linux-gnu');
const driver = join(folder, 'usr/share/vulkan/icd.d/lvp_icd.json');
const chromium = '/usr/lib/chromium';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

const packages = [
  // Dawn refuses the Mesa 22 of bookworm itself.
  ...['mesa-vulkan-drivers', 'libdrm2', 'libdrm-amdgpu1'].map(
    (name) => `${name}/bookworm-backports`,
  ),
  ...[
    'libvulkan1',
    'libllvm15',
    'libelf1',
    'libexpat1',
    'libzstd1',
    'libedit2',
    'libbsd0',
    'libmd0',
  ],
  ...['libxml2', 'libicu72', 'libz3-4', 'libffi8', 'libwayland-client0', 'libxau6', 'libxdmcp6'],
  ...['libx11-xcb1', 'libxcb1', 'libxcb-dri3-0', 'libxcb-present0', 'libxcb-randr0', 'libxcb-shm0'],
  ...['libxcb-sync1', 'libxcb-xfixes0', 'libxshmfence1'],
];

const skipped = ['1', 'true'].includes(process.env.SKEIN_SKIP_LAVAPIPE ?? '');

function find() {
  return existsSync(driver) ? driver : undefined;
}

/** Whether this is the Debian whose packages these are. */
function isBookworm() {
  return (
    process.platform === 'linux' &&
    process.arch === 'x64' &&
    existsSync(keyring) &&
    spawnSync('grep', ['-q', '^VERSION_CODENAME=bookworm$', '/etc/os-release']).status === 0
  );
}

/** Downloads the packages and unpacks them. The system, and its lists of packages, stay as they are. */
function install() {
  if (find() !== undefined || !isBookworm()) return find();
  console.log("skein: downloading lavapipe from Debian's backports ...");
  const part = join(cache, `lavapipe-${process.pid}`);
  const own = (/** @type {string} */ name) => join(part, name);
  for (const name of ['lists/partial', 'cache/archives/partial', 'debs']) {
    mkdirSync(own(name), { recursive: true });
  }
  const suites = ['bookworm-backports', 'bookworm'].map(
    (suite) => `deb [signed-by=${keyring}] http://deb.debian.org/debian ${suite} main\n`,
  );
  writeFileSync(own('sources.list'), suites.join(''));
  const options = [
    ...[`Dir::Etc::sourcelist=${own('sources.list')}`, 'Dir::Etc::sourceparts=-'],
    ...[`Dir::State::lists=${own('lists')}`, `Dir::Cache=${own('cache')}`],
    // The user of apt's sandbox may not write here.
    ...['APT::Sandbox::User=root', 'Acquire::Retries=1', 'Acquire::http::Timeout=20'],
  ].flatMap((option) => ['-o', option]);
  const inDebs = { cwd: own('debs'), timeout: 300_000 };
  try {
    const isThere =
      attempt('apt-get', [...options, 'update'], inDebs) &&
      attempt('apt-get', [...options, 'download', ...packages], inDebs) &&
      readdirSync(inDebs.cwd).every((deb) => attempt('dpkg', ['-x', deb, own('root')], inDebs));
    if (isThere) renameSync(own('root'), folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return find();
}

/** Otherwise, glibc gives the memory of compilers back to the system and takes it again: half of their time. */
const MEMORY = {
  MALLOC_TOP_PAD_: `${2 ** 26}`,
  MALLOC_TRIM_THRESHOLD_: `${2 ** 30}`,
  MALLOC_MMAP_THRESHOLD_: `${2 ** 25}`,
};

/**
 * Environment variables with which WebGPU in Node finds a graphics card in software, and with which its code compiles in
 * half of the time. They must be set when a process starts. If VK_ICD_FILENAMES names a driver, it is used.
 *
 * @param {'lavapipe' | 'swiftshader'} first which one to take if both are there
 * @returns {Record<string, string>}
 */
export function softwareVulkan(first) {
  if (process.env.VK_ICD_FILENAMES) return MEMORY;
  const cards = {
    lavapipe: {
      LD_LIBRARY_PATH: libraries,
      VK_ICD_FILENAMES: skipped ? '' : driver,
      // LLVM would optimize the code of one world for a minute.
      GALLIVM_PERF: 'nopt',
    },
    swiftshader: {
      LD_LIBRARY_PATH: chromium,
      VK_ICD_FILENAMES: join(chromium, 'vk_swiftshader_icd.json'),
    },
  };
  const inOrder = [cards[first], cards.lavapipe, cards.swiftshader];
  return { ...MEMORY, ...inOrder.find(({ VK_ICD_FILENAMES: path }) => existsSync(path)) };
}

/** @type {import('./set-up.mjs').Part} */
export const LAVAPIPE = {
  name: 'lavapipe',
  skipped,
  find,
  plan: () =>
    isBookworm()
      ? "will download lavapipe, a graphics card in software, from Debian's backports: apt-get puts 55 MB, unpacked " +
        '240 MB, into node_modules/.cache and installs nothing. SKEIN_SKIP_LAVAPIPE=1 skips it.'
      : undefined,
  install,
  leftOut: () =>
    find() === undefined || skipped
      ? 'No lavapipe: THE TESTS OF @skein/gpu IN NODE RUN ON ANOTHER CARD, or are left out.'
      : undefined,
};
