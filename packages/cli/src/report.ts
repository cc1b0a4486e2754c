import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError, PlanError, ResultsError } from '@skein/sweep';
import {
  type Curve,
  GENERATOR,
  makeReport,
  pngOf,
  ReportError,
  readCurves,
  readResults,
} from '@skein/sweep/report';
import { counted } from './counted.ts';
import { CliError, fileError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Output, tell } from './output.ts';
import { checkSavable, saveFile } from './save-file.ts';
import { readText, TextRefusal } from './text-file.ts';
import { foreignError } from './written-text.ts';

export interface ReportCommandOptions {
  /** The file to write the report to. Default: `report.html` in the folder of the results. */
  readonly out?: string;
  readonly title?: string;
  /** Names of measures. Each text has one name or several, separated by commas. */
  readonly measure?: readonly string[];
  /** The first tick of the samples to average. */
  readonly from?: number;
  /** Files with additional curves to draw. */
  readonly curve?: readonly string[];
  /** The folders for copies of the figures in separate files: `svg` for SVG files, `png` for PNG files. */
  readonly svg?: string;
  readonly png?: string;
}

const MAX_CURVE_BYTES = 4_000_000;
/** The number of bytes at the beginning of a file that are enough to recognize a report. */
const HEAD_BYTES = 512;

/** `skein report RESULTS`: writes a report on the results of a sweep as one HTML file, and optionally its figures. */
export async function report(
  folder: string,
  options: ReportCommandOptions,
  output: Output,
): Promise<ExitCode> {
  const { out = join(folder, 'report.html'), title, from, measure } = options;
  await refuseForeign(out);
  const curves: Curve[] = [];
  for (const path of options.curve ?? []) curves.push(...(await readCurveFile(path)));
  const results = await readResultsOf(folder);
  const made = asUsage(() =>
    makeReport(results, {
      curves,
      ...(title === undefined ? {} : { title }),
      ...(from === undefined ? {} : { from }),
      ...(measure === undefined ? {} : { measures: measure.flatMap(measuresIn) }),
    }),
  );
  await checkSavable(out);
  const drawn = await writeFigures(made.figures, options);
  await saveFile(out, new TextEncoder().encode(made.html));
  const figures = counted(made.figures.length, 'figure');
  await output.write(`${[`${out}: ${figures}`, ...drawn].join('\n')}\n`);
  return EXIT.ok;
}

/** Splits a list of measures at commas, except commas inside parentheses. */
export function measuresIn(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((name) => name.replaceAll(' ', ''));
}

/**
 * Reads the results of a sweep.
 * @throws CliError
 */
export async function readResultsOf(folder: string): ReturnType<typeof readResults> {
  try {
    return await readResults(folder, tell);
  } catch (error) {
    if (error instanceof FileError) throw new CliError(EXIT.file, error.message, { cause: error });
    const isRefusal = error instanceof ResultsError || error instanceof PlanError;
    if (!isRefusal) throw error;
    throw new CliError(EXIT.refused, `${folder}: ${error.message}`, { cause: error });
  }
}

async function readCurveFile(path: string): Promise<Curve[]> {
  try {
    const text = await readText(path, MAX_CURVE_BYTES);
    return asUsage(() => readCurves(text, path));
  } catch (error) {
    if (!(error instanceof TextRefusal)) throw error;
    throw new CliError(EXIT.refused, `${path}: ${error.message}`, { cause: error });
  }
}

/** Calls `make`. If an option does not fit the results, throws a usage error. */
export function asUsage<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    const isResults = error.code === 'REPORT_RESULTS' || error.code === 'REPORT_SAMPLE';
    const message = isResults
      ? error.message
      : error.message.replace(/^(measure|from): /, '--$1: ');
    throw new CliError(isResults ? EXIT.refused : EXIT.usage, message, { cause: error });
  }
}

/** Writes each figure as SVG, as PNG, or as both, depending on the options. Returns the paths. */
async function writeFigures(
  figures: ReturnType<typeof makeReport>['figures'],
  { svg, png }: ReportCommandOptions,
): Promise<string[]> {
  const lines: string[] = [];
  for (const folder of [svg, png]) {
    if (folder !== undefined) await makeFolder(folder);
  }
  for (const figure of figures) {
    if (svg === undefined && png === undefined) break;
    const text = figure.svg();
    if (svg !== undefined) {
      const path = join(svg, `${figure.name}.svg`);
      await saveFile(path, new TextEncoder().encode(text));
      lines.push(path);
    }
    if (png !== undefined) {
      const path = join(png, `${figure.name}.png`);
      await saveFile(path, pngOf(text));
      lines.push(path);
    }
  }
  return lines;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw fileError('write', path, error);
  }
}

/** Refuses to overwrite a file that is not a report. */
async function refuseForeign(out: string): Promise<void> {
  let head: string;
  try {
    await using file = await open(out, 'r');
    if (!(await file.stat()).isFile()) return;
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    head = buffer.toString('utf8', 0, bytesRead);
  } catch {
    // The file does not exist or cannot be read; writing it reports the error, if any.
    return;
  }
  if (head === '' || head.includes(`<meta name="generator" content="${GENERATOR}">`)) return;
  throw foreignError(out, { otherwise: 'no report', by: 'skein report' });
}
