import type { Problem } from '@skein/core/basics';
import { type Excerpt, Lines, type Place } from './excerpt.ts';
import { slipsOf } from './json-slips.ts';
import type { JsonSource, Span } from './json-source.ts';

/** A problem, and where it is in a file. If the file is not JSON, the problem has no JSON path. */
export interface PlacedProblem extends Omit<Problem, 'path'> {
  readonly path?: string;
  readonly span?: Span | undefined;
}

/** Returns the problems of a text that is not valid JSON. */
export function placedSlips(source: JsonSource): PlacedProblem[] {
  return slipsOf(source).map(({ found, expected, from, to }) => ({
    found,
    expected,
    span: { from, to },
  }));
}

/** Returns the problems of a JSON text with their positions, in the order in which they occur in the text. */
export function placedProblems(
  source: JsonSource,
  problems: readonly Problem[],
  fileOf: (path: string) => string | undefined = (path) => path,
): PlacedProblem[] {
  const placed = problems.map((problem): PlacedProblem & { span?: Span } => {
    const path = fileOf(problem.path);
    const isPlaced = path?.startsWith('$') && !/^\d+ more problems$/.test(problem.found);
    return isPlaced ? { ...problem, span: source.spanOf(path!, isKey(problem)) } : problem;
  });
  return inOrder(placed);
}

/** Sorts problems by position. Problems without a position come last. */
export function inOrder(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const last = Number.POSITIVE_INFINITY;
  return [...problems].sort((a, b) => (a.span?.from ?? last) - (b.span?.from ?? last));
}

/** Whether the problem is about a key, and not about its value: the key is unknown or occurs twice. */
function isKey({ found }: Problem): boolean {
  return /^(an unknown|the) key\b/.test(found);
}

/**
 * In front of each problem's path, puts the name of the file and the position of the problem in this file. Used for
 * reports about several files.
 */
export function placedPaths(
  label: string,
  { text }: JsonSource,
  problems: readonly PlacedProblem[],
): Problem[] {
  const lines = new Lines(text);
  return problems.map(({ path, found, expected, span }) => {
    const { line, column }: Partial<Place> = span === undefined ? {} : lines.placeOf(span.from);
    const place = line === undefined ? label : `${label}:${line}:${column}:`;
    return {
      path: path === undefined ? place.replace(/:$/, '') : `${place} ${path}`,
      found,
      expected,
    };
  });
}

/** Returns the lines of a report: each problem with its position and its line of the file. */
export function reportLines(
  label: string,
  { text }: JsonSource,
  problems: readonly PlacedProblem[],
  lead = '  ',
): string[] {
  const lines = new Lines(text);
  return problems.flatMap((problem) => {
    const { path, found, expected, span } = problem;
    const said = `${path === undefined ? '' : `${path}: `}found ${found}, expected ${expected}`;
    return span === undefined
      ? [lead + said]
      : placedLines(lead + label, lines.excerpt(span), said);
  });
}

/** Returns a message about one position in a file, followed by the line at that position. */
export function messageAt(label: string, { text }: JsonSource, span: Span, said: string): string {
  return placedLines(label, new Lines(text).excerpt(span), said).join('\n');
}

function placedLines(label: string, excerpt: Excerpt, said: string): string[] {
  return [`${label}:${excerpt.line}:${excerpt.column}: ${said}`, ...excerptLines(excerpt)];
}

function excerptLines({ line, text, indent, marks }: Excerpt): string[] {
  if (text.trim() === '') return [];
  const number = String(line).padStart(5);
  return [`${number} | ${text}`, `${' '.repeat(number.length)} | ${indent}${marks}`];
}
