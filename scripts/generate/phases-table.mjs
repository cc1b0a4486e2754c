// Generates the tables of docs/life-of-a-tick.md: what each phase reads and writes, from the pipeline.
import { DECLARED as PHASES } from '@skein/core/internal';
import { GROUPS } from '../../packages/core/dist/tick/phase-columns.js';
import { tableOf, withParts, wrapped } from './tables.mjs';

const BEGIN = '<!-- Written by `npm run generate` from packages/core/src/tick/pipeline.ts. -->';

/** @type {Record<import('@skein/core/internal').Phase['runs'], string>} */
const RUNS = {
  slice: 'slice',
  cells: 'range of cells',
  buckets: 'range of buckets',
  parts: 'parts of trees',
  once: 'once',
};

/**
 * @param {string} page the page with old tables
 * @returns {string} the page with new tables
 */
export function withPhasesTable(page) {
  return withParts(page, BEGIN, [
    phasesTable(),
    'What each phase reads and writes:',
    accessList(),
    'Names for several columns:',
    groupsList(),
  ]);
}

function phasesTable() {
  const rows = PHASES.map((phase) => [
    `\`${phase.name}\`${phase.whenHashing ? ' (when wanted)' : phase.needs ? ` (with ${phase.needs})` : ''}`,
    RUNS[phase.runs],
    phase.barrier ? 'barrier' : '',
  ]);
  return tableOf([['phase', 'for', 'then'], ...rows]);
}

function accessList() {
  const items = PHASES.map(
    ({ name, reads, writes }) =>
      `- **${name}** reads ${accessOf(reads)}. It writes ${accessOf(writes)}.`,
  );
  return items.map((item) => wrapped(item, '  ')).join('\n');
}

/** @param {(typeof PHASES)[number]['reads']} access */
function accessOf({ own, any }) {
  const parts = [];
  if (own.length > 0) parts.push(`its own ${own.map(shown).join(', ')}`);
  if (any.length > 0) parts.push(`all of ${any.map(shown).join(', ')}`);
  return parts.join('; ');
}

function groupsList() {
  const items = Object.entries(GROUPS).map(
    ([name, columns]) => `- ${shown(name)}: ${columns.map(shown).join(', ')}`,
  );
  return items.map((item) => wrapped(item, '  ')).join('\n');
}

/** @param {string} name a column, or a name for several columns */
function shown(name) {
  return `\`${name}\``;
}
