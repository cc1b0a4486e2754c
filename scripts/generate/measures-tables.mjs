// Generates the tables of docs/measures.md: every measure, and every column of agents.
import { AGENT_COLUMNS, ARGUMENTS, MEASURES } from '@skein/core/describe';
import { tableOf, withParts } from './tables.mjs';

const BEGIN = '<!-- Written by `npm run generate` from packages/core/src/measure. -->';

/**
 * @param {string} page the page with old tables
 * @returns {string} the page with new tables
 */
export function withMeasuresTables(page) {
  return withParts(page, BEGIN, [measuresTable(), '### Columns', columnsTable()]);
}

function measuresTable() {
  const rows = Object.entries(
    /** @type {Record<string, import('@skein/core/describe').MeasureDescription>} */ (MEASURES),
  ).map(([kind, { description, unit, arguments: wanted = [] }]) => {
    const letters = wanted.map((argument) => ARGUMENTS[argument].letter);
    const written = letters.length === 0 ? kind : `${kind}(${letters})`;
    return [`\`${written}\``, unitText(unit ?? 'that of the column'), description];
  });
  return tableOf([['measure', 'unit', 'what it is'], ...rows]);
}

function columnsTable() {
  const rows = Object.entries(AGENT_COLUMNS).map(([name, { components, unit, description }]) => [
    `\`${name}\``,
    components === 3 ? 'vector' : 'number',
    unitText(unit),
    description,
  ]);
  return tableOf([['column', 'kind', 'unit', 'what it is'], ...rows]);
}

/** @param {string} unit */
function unitText(unit) {
  return unit === '1' ? '' : unit;
}
