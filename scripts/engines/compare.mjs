// Compares the findings of an engine with the expected ones.

/**
 * @typedef {import('./checks.mjs').Finding} Finding
 * @typedef {{ start: string, middle: string, end: string }} Three
 * @typedef {Three & { ticks: number, digests: Three }} Golden hashes and digests of a scene
 * @typedef {{ engine: string, version: string, runs: number, viewer: string, seconds: number, wrong: readonly string[] }} Result
 */

/** The maximum number of differences that are printed per engine; the first ones are enough to start with. */
const TOLD = 5;

/**
 * Every way in which each scene must be stepped.
 * @param {readonly string[]} scenes
 * @param {readonly number[]} teams numbers of workers
 * @param {readonly import('./checks.mjs').Kernel[]} [kernels]
 */
export function waysOf(scenes, teams, kernels = ['ts', 'simd']) {
  return scenes.flatMap((scene) =>
    kernels.flatMap((kernel) => teams.map((workers) => ({ scene, kernel, workers }))),
  );
}

/**
 * The differences, in order; empty if every way was run and all hashes are golden.
 *
 * @param {readonly Finding[]} findings
 * @param {Readonly<Record<string, Golden>>} golden by scene
 * @param {readonly number[]} teams the numbers of workers that must step each scene
 * @param {readonly import('./checks.mjs').Kernel[]} [kernels] the kernels that must
 * @returns {string[]}
 */
export function differences(findings, golden, teams, kernels) {
  return waysOf(Object.keys(golden), teams, kernels).flatMap(({ scene, kernel, workers }) => {
    const way = `${scene}, ${kernel}, ${workers === 0 ? 'calling thread' : `${workers} workers`}`;
    const found = findings.find(
      (one) => one.scene === scene && one.kernel === kernel && one.workers === workers,
    );
    if (found === undefined) return [`${way}: was not run`];
    return differencesOf(found, golden[scene]).map((what) => `${way}, ${what}`);
  });
}

/** @param {Finding} found @param {Golden} golden */
function differencesOf(found, golden) {
  const { ticks } = golden;
  const wrong = unlike(found, golden, ticks, '');
  wrong.push(...unlike(found.digests, golden.digests, ticks, 'digest of '));
  if (found.snapshot) wrong.push(`snapshot of tick ${ticks / 2}: ${found.snapshot}`);
  if (found.replay) wrong.push(`replay, ${found.replay}`);
  return wrong;
}

/**
 * @param {Three & { continued: string }} found
 * @param {Three} golden
 * @param {number} ticks
 * @param {string} what
 */
function unlike(found, { start, middle, end }, ticks, what) {
  return [
    { of: 'tick 0', is: found.start, should: start },
    { of: `tick ${ticks / 2}`, is: found.middle, should: middle },
    { of: `tick ${ticks}`, is: found.end, should: end },
    { of: `tick ${ticks} from the snapshot`, is: found.continued, should: end },
  ].flatMap(({ of, is, should }) => (is === should ? [] : [`${what}${of}: ${is}, not ${should}`]));
}

/**
 * The result over all engines.
 *
 * @param {readonly Result[]} results
 * @param {readonly string[]} missing engines that could not run, with the reason
 * @param {boolean} asked whether engines were named explicitly, so that they must be available
 * @returns {{ text: string, failed: boolean }}
 */
export function verdict(results, missing, asked) {
  const head = ['engine', 'version', 'runs', 'viewer', 's', 'result'];
  const rows = results.map(({ engine, version, runs, viewer, seconds, wrong }) => {
    const result = wrong.length === 0 ? 'ok' : `${wrong.length} WRONG`;
    return [engine, version, `${runs}`, viewer, `${seconds}`, result];
  });
  const told = results.flatMap(({ engine, wrong }) =>
    wrong.slice(0, TOLD).map((what) => `${engine}: ${what}`),
  );
  const absent = missing.map((what) => `not run: ${what}`);
  const wrong = results.some((result) => result.wrong.length > 0);
  return {
    text: [table([head, ...rows]), ...told, ...absent].join('\n'),
    failed: wrong || results.length === 0 || (asked && missing.length > 0),
  };
}

/**
 * Rows as a Markdown table, padded for a terminal.
 * @param {readonly (readonly string[])[]} rows the first row is the header
 */
export function table(rows) {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, k) => cell.padEnd(widths[k])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n');
}
