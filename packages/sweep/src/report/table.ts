import type { ParameterValue } from '../jobs/job.ts';
import type { Design } from './design.ts';
import { type Html, html } from './html.ts';
import { labelOf } from './levels.ts';
import type { Measured } from './measured.ts';
import { columnFormat } from './numbers.ts';
import { numbersOf, type Results } from './results.ts';
import { type Statistics, statisticsBy } from './statistics.ts';

type Cell = ParameterValue | null;

/** A column of a table. NaN and null stand for a missing value. */
export interface Column {
  readonly name: string;
  readonly cells: readonly Cell[];
  /** Whether the numbers have the same number of decimals. */
  readonly isMeasured?: boolean;
}

/** Returns a table with its first `most` rows. The table scrolls if it is long. */
export function tableOf(
  label: string,
  columns: readonly Column[],
  most = Number.POSITIVE_INFINITY,
): Html {
  const rows = Math.min(most, columns[0].cells.length);
  const shown = columns.map(({ name, cells, isMeasured = false }) => {
    const isText = cells.some((cell) => typeof cell === 'string');
    const format = isMeasured ? columnFormat(cells as readonly number[]) : labelOf;
    const side = html`${isText ? html` class="text"` : ''}`;
    return {
      name,
      side,
      text: (row: number) => (cells[row] === null ? '–' : format(cells[row] as never)),
    };
  });
  const heads = shown.map(({ name, side }) => html`<th scope="col"${side}>${name}</th>`);
  const body = Array.from(
    { length: rows },
    (_, row) =>
      html`<tr>${shown.map(({ side, text }) => html`<td${side}>${text(row)}</td>`)}</tr>\n`,
  );
  return html`
<div class="table${rows > 24 ? ' long' : ''}" tabindex="0" role="region" aria-label="${label}">
<table>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>`;
}

/**
 * Returns a table with a row for each combination of parameters. Its columns are the parameters, the number of runs, and
 * for each measure its mean, its standard deviation (sd) and its number of values (n).
 */
export function combinationColumns(design: Design, measures: readonly Measured[]): Column[] {
  const { factors, combinations, combinationCount, rows } = design;
  const firstRow = new Int32Array(combinationCount).fill(-1);
  const runs = new Uint32Array(combinationCount);
  for (let row = rows - 1; row >= 0; row--) {
    firstRow[combinations[row]] = row;
    runs[combinations[row]]++;
  }
  const order = Array.from(firstRow.keys()).sort((a, b) => {
    const factor = factors.find(({ codes }) => codes[firstRow[a]] !== codes[firstRow[b]]);
    return factor === undefined ? a - b : factor.codes[firstRow[a]] - factor.codes[firstRow[b]];
  });
  return [
    ...factorColumns(
      design,
      order.map((index) => firstRow[index]),
    ),
    { name: 'runs', cells: order.map((index) => runs[index]) },
    ...measures.flatMap(({ name, values }): Column[] => {
      const all = statisticsBy(combinations, combinationCount, values);
      const of = (column: keyof Statistics): number[] => order.map((index) => all[column][index]);
      return [
        { name: `${name} mean`, cells: of('mean'), isMeasured: true },
        { name: `${name} sd`, cells: of('deviation'), isMeasured: true },
        { name: `${name} n`, cells: of('count') },
      ];
    }),
  ];
}

/** Returns a table of runs: the index, the parameters, the seed, and the values that the figures show. */
export function runColumns(
  { runs }: Results,
  design: Design,
  measures: readonly Measured[],
): Column[] {
  return [
    { name: 'run', cells: [...numbersOf(runs, 'run')] },
    ...factorColumns(design, [...Array(design.rows).keys()]),
    { name: 'seed', cells: [...numbersOf(runs, 'seed')] },
    ...measures.map(({ name, values }) => ({ name, cells: [...values] })),
  ];
}

function factorColumns({ factors }: Design, rows: readonly number[]): Column[] {
  return factors.map(({ name, codes, values }) => {
    return { name, cells: rows.map((row) => values[codes[row]] ?? null) };
  });
}

/** Formats a table as CSV. source: RFC 4180. Here, lines end with a single line feed */
export function csvOf(columns: readonly Column[]): string {
  const lines = [columns.map(({ name }) => csvCell(name)).join(',')];
  for (const row of columns[0].cells.keys()) {
    lines.push(columns.map(({ cells }) => csvCell(cells[row])).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function csvCell(value: Cell): string {
  if (value === null || Number.isNaN(value)) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
