// Lets the tests of @skein/three run with another release of three.js, in the folder SKEIN_THREE.
import { join } from 'node:path';

/** Whether the tests run with another release of three.js, which may lack WebGPU. */
export const isOtherThree = () => Boolean(process.env.SKEIN_THREE);

/** Aliases for Vite; none if SKEIN_THREE is not set. */
export function otherThree() {
  const folder = process.env.SKEIN_THREE;
  if (!folder) return [];
  return [
    { find: /^three$/, replacement: join(folder, 'build/three.module.js') },
    { find: /^three\/(webgpu|tsl)$/, replacement: join(folder, 'build/three.$1.js') },
    { find: /^three\/addons\//, replacement: `${join(folder, 'examples/jsm')}/` },
  ];
}
