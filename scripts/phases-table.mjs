// The tables of docs/life-of-a-tick.md: what each phase reads and writes, read from the pipeline.
import { PIPELINE } from '@skein/core';
import { GROUPS } from '../packages/core/dist/tick/columns.js';

const BEGIN = '<!-- Written by `npm run generate` from packages/core/src/tick/pipeline.ts. -->';
const END = '<!-- As far as this. -->';

/** @type {Record<import('@skein/core').Phase['runs'], string>} */
const RUNS = { slice: 'slice', cells: 'range of cells', parts: 'parts of trees', once: 'once' };

/**
 * @param {string} page the page with tables of any age
 * @returns {string} the page with those of the pipeline
 */
export function withPhasesTable(page) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page has no place for the tables: ${BEGIN}`);
  return [page.slice(0, begin) + BEGIN, phasesTable(), groupsTable(), page.slice(end)].join('\n\n');
}

function phasesTable() {
  const rows = /** @type {readonly import('@skein/core').Phase[]} */ (PIPELINE).map((phase) => [
    `\`${phase.name}\`${phase.whenHashing ? ' (when wanted)' : phase.whenTrees ? ' (with trees)' : ''}`,
    RUNS[phase.runs],
    accessOf(phase.reads),
    accessOf(phase.writes),
    phase.barrier ? 'barrier' : '',
  ]);
  return tableOf([['phase', 'for', 'reads', 'writes', 'then'], ...rows]);
}

/** @param {import('@skein/core').Phase['reads']} access */
function accessOf({ own, any }) {
  const parts = [];
  if (own.length > 0) parts.push(`its own ${own.map(shown).join(', ')}`);
  if (any.length > 0) parts.push(`all of ${any.map(shown).join(', ')}`);
  return parts.join('; ');
}

function groupsTable() {
  const rows = Object.entries(GROUPS).map(([name, columns]) => [
    name,
    columns.map(shown).join(', '),
  ]);
  return tableOf([['name', 'columns'], ...rows]);
}

/** @param {string} name a column, or a name for several */
function shown(name) {
  return name in GROUPS ? name : `\`${name}\``;
}

/** @param {readonly (readonly string[])[]} rows the first is the head */
function tableOf(rows) {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const [head = ''] = lines;
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  return [head, rule, ...lines.slice(1)].join('\n');
}
