import { parseScenario, type Scenario } from '@skein/core';
import { wrap } from 'comlink';
import { hideNotice, showNotice } from '../panel/notices.ts';
import { levelParts } from './level-parts.ts';
import type { LevelThreadApi } from './level-thread.ts';

const MAX_BYTES = 2 ** 28;
const MAKING = 'A ground is being made.';

/**
 * Makes a scenario of a level in binary glTF: its ground, with a few walkers on it.
 *
 * @throws ModelError when the file is no valid glTF
 * @throws Error when no ground can be made of it, with the reason
 */
export async function readLevel(file: File): Promise<Scenario> {
  if (file.size > MAX_BYTES) {
    throw new Error(`found ${file.size} bytes, expected at most ${MAX_BYTES}.`);
  }
  const parts = levelParts(new Uint8Array(await file.arrayBuffer()));
  // In one expression, because bundlers look for exactly this form to find the script.
  const worker = new Worker(new URL('./level-thread.ts', import.meta.url), { type: 'module' });
  showNotice(MAKING, `${file.name} becomes floors, ramps and stairs.`);
  try {
    const failed = new Promise<never>((_, reject) => {
      worker.addEventListener('error', ({ message }) => {
        reject(new Error(message || 'The script that makes grounds could not be loaded.'));
      });
    });
    const made = wrap<LevelThreadApi>(worker).scenarioOf(file.name, parts);
    return parseScenario(await Promise.race([made, failed]));
  } finally {
    worker.terminate();
    hideNotice(MAKING);
  }
}
