import { basename, extname } from 'node:path';
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
      let [path, value]: [string, unknown] = ['', one];
      for (const key of issue.path) {
        path += typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
        value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
      }
      const isUnknown = issue.code === 'unrecognized_keys';
      throw refusal(
        place + path,
        isUnknown ? `keys ${listed(issue.keys)}` : show(value),
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
  const [first, ...rows] = content
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(cellsOf);
  const header = first.map((cell) => cell.trim());
  const labelAt = header.indexOf('label');
  const columns = [...header.keys()].filter((index) => index !== labelAt);
  if (columns.length !== 2) {
    const expected = 'a header with x (or a parameter), y (or a measure) and optionally label';
    throw refusal(`${name}: line 1`, show(header.join()), expected);
  }
  if (header[columns[0]] === 'y' || header[columns[1]] === 'x') columns.reverse();
  const [parameter, measure] = columns.map((index) => header[index]);
  const byLabel = new Map<string, { x: number; y: number }[]>();
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const place = `${name}: row ${index + 2}`;
    if (row.length !== header.length) {
      throw refusal(place, `${row.length} cells`, `${header.length}`);
    }
    const file = basename(name, extname(name));
    const label = labelAt < 0 ? file : row[labelAt].trim();
    const points = byLabel.get(label) ?? [];
    byLabel.set(label, points);
    const [x, y] = columns.map((column) => numberOf(row[column], place));
    points.push({ x, y });
    if (points.length > MAX_POINTS) {
      throw refusal(place, `more than ${MAX_POINTS} points of one curve`, 'fewer');
    }
  }
  if (byLabel.size === 0) throw refusal(name, 'no rows', 'at least one point');
  return Array.from(byLabel, ([label, points]) => ({
    ...{ label, points },
    ...(parameter === 'x' ? {} : { parameter }),
    ...(measure === 'y' ? {} : { measure }),
  }));
}

function numberOf(cell: string, place: string): number {
  const value = cell.trim() === '' ? Number.NaN : Number(cell);
  if (Number.isFinite(value)) return value;
  throw refusal(place, show(cell), 'a number');
}

/** Splits a line of CSV into cells. source: RFC 4180. Here, no cell contains a line end */
function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

function refusal(place: string, found: string, expected: string, cause?: unknown): ReportError {
  return new ReportError('REPORT_CURVE', `${place}: found ${found}, expected ${expected}`, {
    cause,
  });
}
