import type { Analysis } from '../analysis/analyze.ts';
import type { Estimate } from '../analysis/bootstrap.ts';
import type { Figure } from './figure.ts';
import { bandAxis } from './figures/axis.ts';
import { seriesChart } from './figures/series-chart.ts';
import type { Measured } from './measured.ts';
import { counted, grouped, readable } from './numbers.ts';
import type { Column } from './table.ts';

/** The maximum number of rows of a figure. The table has all parameters. */
const MAX_ROWS = 24;

/** Two numbers of each parameter, as the figure and the tables show them. */
interface Look {
  readonly title: string;
  readonly valueLabel: string;
  readonly labels: readonly [string, string];
  readonly words: string;
  readonly rows: readonly { readonly name: string; readonly estimates: readonly Estimate[] }[];
}

function lookOf(analysis: Analysis, measure: Measured): Look {
  if (analysis.type === 'sobol') {
    return {
      title: `Sobol indices of ${measure.name}`,
      valueLabel: 'share of the variance',
      labels: ['first order', 'total'],
      words:
        'The first order is the share of the variance that a parameter causes alone; the total also has what it causes together with others.',
      rows: analysis.parameters.map(({ name, first, total }) => ({
        name,
        estimates: [first, total],
      })),
    };
  }
  return {
    title: `elementary effects on ${measure.name}`,
    valueLabel: measure.label,
    labels: ['μ*', 'σ'],
    words:
      'μ* is the mean size of the change over the whole range of a parameter; σ is the standard deviation of the change, which is large if the effect is curved or depends on other parameters.',
    rows: analysis.parameters.map(({ name, muStar, sigma }) => ({
      name,
      estimates: [muStar, sigma],
    })),
  };
}

/** Creates a figure with the sensitivity of a measure to each parameter, as rows, the strongest parameter first. */
export function sensitivityFigure(analysis: Analysis, measure: Measured): Figure {
  const { title, valueLabel, labels, words, rows } = lookOf(analysis, measure);
  const strength = ({ estimates: [first, total] }: Look['rows'][number]): number =>
    (analysis.type === 'sobol' ? total : first).value;
  const shown = [...rows].sort((a, b) => strength(b) - strength(a)).slice(0, MAX_ROWS);
  const cut = shown.length < rows.length ? ` ${shown.length} of ${rows.length} are shown.` : '';
  const sentences = shown.map(
    ({ name, estimates }) =>
      `${name}: ${estimates.map(({ value }, at) => `${labels[at]} ${readable(value, 2)}`).join(', ')}.`,
  );
  return {
    title,
    caption: `${title} (${measure.when}), from ${blockWords(analysis)}. ${words} Bars are 95 % intervals by bootstrap.${cut}`,
    description: [`Points: ${title}.`, ...sentences].join(' '),
    chart: seriesChart({
      along: bandAxis(
        shown.map(({ name }) => name),
        true,
      ),
      ...{ alongLabel: 'parameter', valueLabel, labels },
      ...{ isOrdered: false, hasMarks: true, curves: [] },
      panels: [
        {
          series: labels.map((_, index) =>
            shown.map(({ estimates }, at) => {
              const { value, low, high } = estimates[index];
              return { at, mean: value, low, high };
            }),
          ),
        },
      ],
    }),
  };
}

function blockWords({ type, used }: Analysis): string {
  if (type === 'sobol') return counted(used, 'point');
  return `${grouped(used)} ${used === 1 ? 'trajectory' : 'trajectories'}`;
}

/** Returns a note if blocks are missing from an analysis. */
export function missingNote({ type, used }: Analysis, blocks: number): string | undefined {
  if (used === blocks) return undefined;
  const noun = type === 'sobol' ? 'points of the sample' : 'trajectories';
  return `Sensitivity: ${grouped(blocks - used)} of ${grouped(blocks)} ${noun} are left out, because runs of them have no value.`;
}

/** Returns tables of the sensitivity of a measure, with the ends of the 95 % intervals. */
export function sensitivityTables(
  analysis: Analysis,
): { readonly label: string; readonly columns: readonly Column[] }[] {
  const { measure } = analysis;
  if (analysis.type === 'morris') {
    const { parameters } = analysis;
    const columns = [
      { name: 'parameter', cells: parameters.map(({ name }) => name) },
      ...estimateColumns(
        'μ*',
        parameters.map(({ muStar }) => muStar),
      ),
      ...estimateColumns(
        'μ',
        parameters.map(({ mu }) => mu),
      ),
      ...estimateColumns(
        'σ',
        parameters.map(({ sigma }) => sigma),
      ),
    ];
    return [{ label: `Elementary effects on ${measure}`, columns }];
  }
  const { parameters, pairs } = analysis;
  const columns = [
    { name: 'parameter', cells: parameters.map(({ name }) => name) },
    ...estimateColumns(
      'first order',
      parameters.map(({ first }) => first),
    ),
    ...estimateColumns(
      'total',
      parameters.map(({ total }) => total),
    ),
  ];
  const second = [
    { name: 'pair', cells: pairs.map(({ names }) => names.join(' × ')) },
    ...estimateColumns(
      'second order',
      pairs.map(({ second }) => second),
    ),
  ];
  return [
    { label: `Sobol indices of ${measure}`, columns },
    ...(pairs.length === 0
      ? []
      : [{ label: `Sobol indices of pairs, ${measure}`, columns: second }]),
  ];
}

function estimateColumns(name: string, estimates: readonly Estimate[]): Column[] {
  return (['value', 'low', 'high'] as const).map((end) => ({
    name: end === 'value' ? name : end,
    cells: estimates.map((estimate) => estimate[end]),
    isMeasured: true,
  }));
}
