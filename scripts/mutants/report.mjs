// Reports the results of the mutants by file.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { table } from '../engines/compare.mjs';

/** @typedef {import('./install.mjs').Mutant} Mutant */

/**
 * The columns of the report. An error that stops the tests counts as killed, since `npm test` would fail. Mutants
 * outside the sample do not count, nor do those that only run while a module loads.
 */
const COLUMNS = /** @type {const} */ ({
  killed: ['Killed', 'RuntimeError'],
  'timed out': ['Timeout'],
  survived: ['Survived'],
  'no coverage': ['NoCoverage'],
});

/**
 * @param {string} root
 * @param {string} area
 * @param {readonly Mutant[]} mutants
 * @returns {string} a table of files; the last line is the total
 */
export function summaryOf(root, area, mutants) {
  const files = [...new Set(mutants.map(({ fileName }) => fileName))].sort();
  const rows = files.map((file) =>
    rowOf(
      relative(root, file),
      mutants.filter(({ fileName }) => fileName === file),
    ),
  );
  const head = ['file', 'mutants', ...Object.keys(COLUMNS), 'score'];
  return table([head, ...rows.filter(([, count]) => count !== '0'), rowOf(area, mutants)]);
}

/** @param {string} name @param {readonly Mutant[]} mutants */
function rowOf(name, mutants) {
  const counts = Object.values(COLUMNS).map(
    (statuses) => mutants.filter(({ status }) => statuses.some((one) => one === status)).length,
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  const score = all === 0 ? '' : `${((100 * (counts[0] + counts[1])) / all).toFixed(1)} %`;
  return [name, `${all}`, ...counts.map((count) => `${count}`), score];
}

const UNSEEN = { Survived: '', NoCoverage: ', no coverage', Timeout: ', timed out' };

/**
 * The mutants that no test detects, with the code that they replace, and those that took too long, possibly because the
 * machine was busy.
 * @param {string} root
 * @param {readonly Mutant[]} mutants
 */
export function survivorsOf(root, mutants) {
  const alive = mutants.filter(({ status }) => status in UNSEEN);
  const lines = alive.map(({ fileName, location, mutatorName, replacement, status }) => {
    const { start, end } = location;
    const text = textOf(fileName, start, end);
    const how = mutatorName + UNSEEN[/** @type {keyof typeof UNSEEN} */ (status)];
    const place = `${relative(root, fileName)}:${start.line}:${start.column}`;
    return { place, line: `${place} ${how}: ${oneLine(text)} => ${oneLine(replacement)}` };
  });
  lines.sort((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }));
  return lines.map(({ line }) => `${line}\n`).join('');
}

/**
 * @param {string} fileName
 * @param {import('./install.mjs').Place} start
 * @param {import('./install.mjs').Place} end
 */
function textOf(fileName, start, end) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

/** @param {string} text */
function oneLine(text) {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 160 ? `${flat.slice(0, 160)} ...` : flat;
}
