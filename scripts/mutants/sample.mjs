// A plugin of Stryker: lets only some of the mutants through, drawn by a seed.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./install.mjs').Mutant & { id: string }} Candidate */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { SKEIN_SAMPLE: count, SKEIN_SEED: seed = '1' } = process.env;

class Sampler {
  /** @type {ReadonlySet<string>} */
  #drawn = new Set();

  async init() {}

  /**
   * Stryker asks once how to group, and then for each group.
   * @param {Candidate[]} mutants all of them
   */
  async group(mutants) {
    this.#drawn = drawn(mutants, Number(count), seed);
    return [mutants.map(({ id }) => id)];
  }

  /** @param {Candidate[]} mutants */
  async check(mutants) {
    const out = { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(
      mutants.map(({ id }) => [id, this.#drawn.has(id) ? { status: 'passed' } : out]),
    );
  }
}

/**
 * Draws by the rank of a hash, so that the luck of one mutant does not depend on the others.
 * @param {readonly Candidate[]} mutants
 * @param {number} count
 * @param {string} seed
 * @returns {ReadonlySet<string>} their ids
 */
export function drawn(mutants, count, seed) {
  const ranked = mutants.map((mutant) => ({ id: mutant.id, rank: rankOf(mutant, seed) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return new Set(ranked.slice(0, count).map(({ id }) => id));
}

/** @param {Candidate} mutant @param {string} seed */
function rankOf({ fileName, location, mutatorName, replacement }, seed) {
  const { start, end } = location;
  const path = relative(ROOT, fileName);
  const place = `${path} ${start.line}:${start.column} ${end.line}:${end.column}`;
  return createHash('sha256')
    .update(`${seed} ${place} ${mutatorName} ${replacement}`)
    .digest('hex');
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: Object.assign(() => new Sampler(), { inject: [] }) },
];
