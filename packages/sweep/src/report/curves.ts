import { show } from '@skein/core/internal';
import * as z from 'zod/mini';
import { listed } from './numbers.ts';
import { ReportError } from './report-error.ts';

/** A curve from another source, such as a publication, that a figure shows next to the results of the runs. */
export interface Curve {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The parameter that the x values belong to, or "tick". May be omitted if the figures have only one parameter. */
  readonly parameter?: string;
  /** The measure that the y values belong to. May be omitted if there is only one measure. */
  readonly measure?: string;
  /** The source of the values, for the caption. */
  readonly source?: string;
}

/** The maximum number of points of a curve. A figure could not show more points separately. */
const MAX_POINTS = 10_000;
const MAX_CURVES = 20;

const numbers = z.array(z.number()).check(z.minLength(1), z.maxLength(MAX_POINTS));
const text = z.string().check(z.minLength(1), z.maxLength(500));

const curveSchema = z.strictObject({
  label: text,
  x: numbers,
  y: numbers,
  parameter: z.optional(text),
  measure: z.optional(text),
  source: z.optional(text),
});

/**
 * Reads curves from JSON or CSV. JSON has an object `{ label, x: [...], y: [...], parameter, measure, source }`, or a
 * list of such objects. CSV has the columns `x`, `y` and, for several curves, `label`. In CSV, the name of a parameter
 * may replace `x`, and the name of a measure may replace `y`. `name` is the name of the file.
 *
 * @throws ReportError
 */
export function readCurves(content: string, name: string): Curve[] {
  const curves = /^\s*[[{]/.test(content) ? fromJson(content, name) : fromCsv(content, name);
  if (curves.length > MAX_CURVES) {
    throw refusal(name, `${curves.length} curves`, `at most ${MAX_CURVES}`);
  }
  return curves;
}

function fromJson(content: string, name: string): Curve[] {
  let input: unknown;
  try {
    input = JSON.parse(content);
  } catch (cause) {
    throw refusal(name, `no JSON: ${(cause as Error).message}`, 'JSON of a curve', cause);
  }
  const list = Array.isArray(input) ? input : [input];
  if (list.length === 0) throw refusal(name, 'an empty list', 'at least one curve');
  return list.map((one, index) => {
    const place = Array.isArray(input) ? `${name}: $[${index}]` : `${name}: $`;
    const result = curveSchema.safeParse(one);
    if (!result.success) {
      const [issue] = result.error.issues;
      const path = issue.path.map((key) =>
        typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
      );
      const found = issue.path.reduce<unknown>(
        (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
        one,
      );
      throw refusal(
        place + path.join(''),
        issue.code === 'unrecognized_keys' ? `keys ${listed(issue.keys)}` : show(found),
        '{ label, x: [...], y: [...], parameter, measure, source }, of which the last three are optional',
      );
    }
    const { x, y, ...rest } = result.data;
    if (x.length !== y.length) {
      throw refusal(
        place,
        `${x.length} numbers x and ${y.length} numbers y`,
        'equally many of both',
      );
    }
    return { ...defined(rest), points: x.map((value, at) => ({ x: value, y: y[at] })) };
  });
}

function defined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as never;
}

function fromCsv(content: string, name: string): Curve[] {
  const rows = recordsOf(content);
  const header = (rows[0] ?? []).map((cell) => cell.trim());
  const expected = 'a header with x (or a parameter), y (or a measure) and optionally label';
  const labelAt = header.indexOf('label');
  const columns = header.map((_, index) => index).filter((index) => index !== labelAt);
  if (columns.length !== 2) throw refusal(`${name}: line 1`, show(header.join()), expected);
  const [first, second] =
    header[columns[0]] === 'y' || header[columns[1]] === 'x' ? [columns[1], columns[0]] : columns;
  const byLabel = new Map<string, { x: number; y: number }[]>();
  for (const [index, row] of rows.entries()) {
    if (index === 0 || row.every((cell) => cell.trim() === '')) continue;
    const place = `${name}: row ${index + 1}`;
    if (row.length !== header.length) {
      throw refusal(place, `${row.length} cells`, `${header.length}`);
    }
    const label = labelAt < 0 ? fileLabel(name) : row[labelAt].trim();
    const points = byLabel.get(label) ?? [];
    byLabel.set(label, points);
    points.push({ x: numberOf(row[first], place), y: numberOf(row[second], place) });
    if (points.length > MAX_POINTS) {
      throw refusal(place, `more than ${MAX_POINTS} points of one curve`, 'fewer');
    }
  }
  if (byLabel.size === 0) throw refusal(name, 'no rows', 'at least one point');
  const [parameter, measure] = [header[first], header[second]];
  return Array.from(byLabel, ([label, points]) => ({
    label,
    points,
    ...(parameter === 'x' ? {} : { parameter }),
    ...(measure === 'y' ? {} : { measure }),
  }));
}

function fileLabel(name: string): string {
  return name.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '');
}

function numberOf(cell: string, place: string): number {
  const trimmed = cell.trim();
  const value = trimmed === '' ? Number.NaN : Number(trimmed);
  if (Number.isFinite(value)) return value;
  throw refusal(place, show(cell), 'a number');
}

/** Parses CSV into rows of cells. source: RFC 4180 */
function recordsOf(content: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\n|\r|$)/gy;
  const body = content.replace(/^\ufeff/, '');
  while (cells.lastIndex < body.length) {
    const match = cells.exec(body);
    if (match === null) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push([...row, '']);
  return rows;
}

function refusal(place: string, found: string, expected: string, cause?: unknown): ReportError {
  return new ReportError('REPORT_CURVE', `${place}: found ${found}, expected ${expected}`, {
    cause,
  });
}
