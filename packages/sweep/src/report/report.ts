import { analyzeMeasure } from '../analysis/analyze.ts';
import { chooseFigures, NONE } from './choose-figures.ts';
import type { Curve } from './curves.ts';
import { type Design, designOf } from './design.ts';
import { drawn, standalone } from './figures/chart.ts';
import { fitFigures } from './fit-figures.ts';
import { fontFaces } from './fonts.ts';
import { type Measured, measuredOf, timelineOf } from './measured.ts';
import { counted, listed } from './numbers.ts';
import { pageOf, type Section } from './page.ts';
import { ReportError } from './report-error.ts';
import type { Results } from './results.ts';
import { missingNote, sensitivityFigure, sensitivityTables } from './sensitivity-figure.ts';

export interface ReportOptions {
  /** The title of the page. Default: the names of the scenario and its varied parameters. */
  readonly title?: string;
  /** The names of the measures to report. Default: all. */
  readonly measures?: readonly string[];
  /**
   * The first tick of the samples to average. Figures and tables show the mean of the samples from this tick on.
   * Default: the `warmup` of the plan. Without `from` and `warmup`, figures and tables show the last value.
   */
  readonly from?: number;
  /** Curves to draw into figures. The parameter and the measure of each curve determine its figure. */
  readonly curves?: readonly Curve[];
  /** The time when the report is made. Default: now. */
  readonly now?: Date;
}

/** A figure as a separate file. */
export interface FigureFile {
  /** The file name without its extension, such as "figure-1-polarization-over-time". */
  readonly name: string;
  readonly title: string;
  /** Returns the text of a complete SVG file in light colors, with its font embedded. */
  svg(): string;
}

export interface Report {
  readonly html: string;
  readonly figures: readonly FigureFile[];
}

/**
 * Makes a report on the results of a sweep: one HTML file with figures, and each figure as a separate file. The
 * parameters that the sweep varied determine the figures.
 *
 * @throws ReportError for a measure or a curve that does not fit the results, and for a tick without samples
 */
export function makeReport(results: Results, options: ReportOptions = {}): Report {
  const design = designOf(results);
  const timeline = timelineOf(results);
  const chosen = measuredOf(results, options.measures, options.from ?? results.plan.warmup);
  const curves = (options.curves ?? []).map((curve) => placed(curve, chosen, design));
  let number = 0;
  const { fit } = results;
  const fitted = (fit === undefined ? [] : fitFigures(fit)).map((figure) => ({
    ...figure,
    id: `figure-${++number}`,
  }));
  const sections = chosen.map((one): Section => {
    const own = curves.filter((curve) => curve.measure === one.name);
    const measure: Measured = { ...one, curves: own };
    const sensitivity = sensitivityOf(results, measure);
    // Trajectories have too few runs at each value for lines and cells of means.
    const isEnough = results.plan.blocks?.type === 'morris' && sensitivity.figures.length > 0;
    const { figures, notes } = isEnough ? NONE : chooseFigures(measure, design, timeline);
    const numbered = [...sensitivity.figures, ...figures].map((figure) => ({
      ...figure,
      id: `figure-${++number}`,
    }));
    const { tables } = sensitivity;
    return { measure, notes: [...sensitivity.notes, ...notes], figures: numbered, tables };
  });
  const now = options.now ?? new Date();
  const title = options.title ?? titleOf(results, design);
  return {
    html: pageOf({ results, title, design, fitted, sections, now }),
    figures: [...fitted, ...sections.flatMap(({ figures }) => figures)].map(fileOf),
  };
}

/** Returns what a report shows about the sensitivity of a measure, if the sample has blocks. */
function sensitivityOf(results: Results, measure: Measured) {
  const { blocks } = results.plan;
  if (blocks === undefined) return { figures: [], notes: [], tables: [] };
  const analysis = analyzeMeasure(results, blocks, measure);
  const note = missingNote(analysis, blocks.count);
  return {
    // Two blocks are the least that have a variance.
    figures: analysis.used < 2 ? [] : [sensitivityFigure(analysis, measure)],
    notes: note === undefined ? [] : [note],
    tables: analysis.used < 2 ? [] : sensitivityTables(analysis),
  };
}

function titleOf({ plan, fit }: Results, { factors }: Design): string {
  if (fit !== undefined) return `${plan.scenario} fitted to data`;
  if (factors.length === 0) return `${plan.scenario}: ${counted(plan.runs, 'run')}`;
  const names =
    factors.length > 3
      ? counted(factors.length, 'parameter')
      : listed(factors.map(({ name }) => name));
  return `${plan.scenario} over ${names}`;
}

function fileOf(figure: Section['figures'][number]): FigureFile {
  const { id, title, chart } = figure;
  const words = title
    .replace(/[^\w.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  const svg = (): string => standalone(figure, chart, fontFaces(drawn(figure, chart).text));
  return { name: `${id}-${words}`, title, svg };
}

/** Returns a complete curve. Adds the parameter and the measure if the file of the curve omits them. */
function placed(curve: Curve, measures: readonly { name: string }[], design: Design): Curve {
  const numeric = design.factors.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
  const names = measures.map(({ name }) => name);
  return {
    ...curve,
    parameter: oneOf(curve, 'parameter', [...numeric, 'tick'], numeric),
    measure: oneOf(curve, 'measure', names, names),
  };
}

function oneOf(
  curve: Curve,
  key: 'parameter' | 'measure',
  known: readonly string[],
  wanted: readonly string[],
): string {
  const name = curve[key] ?? (wanted.length === 1 ? wanted[0] : undefined);
  if (name !== undefined && known.includes(name)) return name;
  const found = name === undefined ? `no ${key}` : `${key} "${name}"`;
  const expected = known.length === 0 ? 'results that have one' : `one of ${known.join(', ')}`;
  throw new ReportError(
    'REPORT_CURVE',
    `curve "${curve.label}": found ${found}, expected ${expected}`,
  );
}
