import { summarize } from '../statistics.ts';
import type { Figure, Row } from '../suite.ts';

/**
 * Formats the rows of a suite as a text table. Notes are long, so the table contains only the number of each note. The
 * notes themselves follow below the table.
 */
export function table(rows: readonly Row[]): string {
  const labels = keysOf(rows.map((row) => row.labels));
  const figures = keysOf(rows.map((row) => row.figures ?? {}));
  const units = new Set(rows.map((row) => row.unit));
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const head = [
    ...labels,
    units.size === 1 ? [...units][0] : 'median',
    'quartiles',
    'min..max',
    ...(units.size === 1 ? [] : ['unit']),
    ...figures,
    'hash',
  ];
  const body = rows.map((row) => {
    const { median, lower, upper, min, max } = summarize(row.samples);
    return [
      ...labels.map((label) => String(row.labels[label] ?? '')),
      number(median),
      `${number(lower)}..${number(upper)}`,
      `${number(min)}..${number(max)}`,
      ...(units.size === 1 ? [] : [row.unit]),
      ...figures.map((figure) => figureText(row.figures?.[figure])),
      (row.hash ?? '') + (row.note === undefined ? '' : ` [${notes.indexOf(row.note) + 1}]`),
    ];
  });
  const isText = head.map((_, column) => {
    const text = column < labels.length ? /[a-z]/i : /^[a-z]/i;
    return body.some((cells) => text.test(cells[column]));
  });
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column].length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const left = isText[column] || column === cells.length - 1;
        return left ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
      })
      .join('  ')
      .trimEnd();
  return [
    line(head),
    ...body.map(line),
    ...notes.map((note, index) => `[${index + 1}] ${note}`),
  ].join('\n');
}

function keysOf(records: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function figureText(figure: Figure | undefined): string {
  if (figure === undefined) return '';
  if (typeof figure === 'string') return figure;
  return number(typeof figure === 'number' ? figure : figure.median);
}

/** Formats a number with three significant digits. Whole numbers keep all their digits. */
function number(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
}
