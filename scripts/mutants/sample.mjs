// A plugin of Stryker that keeps only a random sample of the mutants.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./install.mjs').Mutant & { id: string }} Candidate */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { SKEIN_SAMPLE: count, SKEIN_SAMPLE_SEED: seed = '1' } = process.env;

class Sampler {
  /** @type {ReadonlySet<string>} */
  #drawn = new Set();

  async init() {}

  /**
   * Stryker first asks how to group the mutants, and then checks each group.
   * @param {Candidate[]} mutants all mutants
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
 * The positions of the sampled mutants, in Stryker's format. Only these are instrumented, because every mutant in the
 * code costs time, even when it is not active.
 *
 * @param {import('./install.mjs').Instrumenter} Instrumenter
 * @param {readonly string[]} files paths relative to the root
 * @param {number} count
 * @param {string} seed
 */
export async function placesOf(Instrumenter, files, count, seed) {
  const sources = files.map((file) => {
    const name = join(ROOT, file);
    return { name, content: readFileSync(name, 'utf8'), mutate: true };
  });
  const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(silent).instrument(sources, options);
  const candidates = mutants.map((mutant, k) => ({ ...mutant, id: `${k}` }));
  const chosen = drawn(candidates, count, seed);
  const places = candidates
    .filter(({ id }) => chosen.has(id))
    .map(({ fileName, location: { start, end } }) => {
      const from = `${start.line + 1}:${start.column}`;
      return `${relative(ROOT, fileName)}:${from}-${end.line + 1}:${end.column}`;
    });
  return { all: mutants.length, places };
}

/**
 * Draws mutants by the rank of a hash, so that the choice of one does not depend on the others.
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
