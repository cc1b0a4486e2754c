import { quoted } from '@skein/sweep';
import {
  type Analysis,
  analyze as analyzed,
  type Estimate,
  type Sensitivity,
} from '@skein/sweep/report';
import { counted } from './counted.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Output, tell } from './output.ts';
import { printable } from './printable.ts';
import { asUsage, measuresIn, readResultsOf } from './report.ts';
import { digits, tableLines } from './text-table.ts';

export interface AnalyzeCommandOptions {
  /** Names of measures. Each text has one name or several, separated by commas. */
  readonly measure?: readonly string[];
  /** The first tick of the samples to average. */
  readonly from?: number;
  readonly resamples?: number;
  readonly seed?: number;
  readonly json?: boolean;
}

/** `skein analyze RESULTS`: prints how the measures of a sweep depend on its parameters. */
export async function analyze(
  folder: string,
  { measure, json = false, ...options }: AnalyzeCommandOptions,
  output: Output,
): Promise<ExitCode> {
  const results = await readResultsOf(folder);
  const sensitivity = asUsage(() =>
    analyzed(results, {
      ...options,
      ...(measure === undefined ? {} : { measures: measure.flatMap(measuresIn) }),
    }),
  );
  for (const line of missingLines(folder, sensitivity)) tell(line);
  const text = json
    ? JSON.stringify({ results: folder, ...sensitivity })
    : sensitivity.measures.map((one) => analysisText(one, sensitivity)).join('\n\n');
  await output.write(`${text}\n`);
  return EXIT.ok;
}

/** Says which runs and values are missing. */
function missingLines(
  folder: string,
  { runs, finished, failed, blocks, measures }: Sensitivity,
): string[] {
  const open = runs - finished - failed;
  const lines = [
    ...(finished === runs
      ? []
      : [`${folder}: ${finished} of ${counted(runs, 'run')} have a result`]),
    ...(failed === 0 ? [] : [`${counted(failed, 'run')} failed`]),
    ...(open === 0
      ? []
      : [`${counted(open, 'run')} not done yet; skein sweep ${quoted(folder)} does the rest`]),
    ...(measures.length === 0 ? ['the plan has no measures'] : []),
  ];
  const short = measures.filter(({ used }) => used < blocks);
  return [
    ...lines,
    ...short.map(
      ({ measure, used, type }) =>
        `${measure}: ${blocks - used} of ${blockNoun(type, blocks)} left out, because runs have no value`,
    ),
  ];
}

function blockNoun(type: Analysis['type'], count: number): string {
  return type === 'sobol' ? counted(count, 'point') : counted(count, 'trajectory', 'trajectories');
}

function analysisText(analysis: Analysis, { resamples }: Sensitivity): string {
  const { measure, when, used, type } = analysis;
  const head = `${printable(measure)}, ${when}: ${blockNoun(type, used)}, 95 % intervals of ${counted(resamples, 'resample')}`;
  if (analysis.type === 'morris') {
    const rows = analysis.parameters.map(({ name, muStar, mu, sigma }) => [
      printable(name),
      ...[muStar, mu, sigma].map(estimateText),
    ]);
    return [head, ...tableLines([['parameter', 'mu*', 'mu', 'sigma'], ...rows])].join('\n');
  }
  const first = analysis.parameters.map(({ name, first, total }) => [
    printable(name),
    ...[first, total].map(estimateText),
  ]);
  const pairs = analysis.pairs.map(({ names, second }) => [
    names.map(printable).join(' x '),
    estimateText(second),
  ]);
  return [
    head,
    ...tableLines([['parameter', 'first', 'total'], ...first]),
    ...(pairs.length === 0 ? [] : tableLines([['pair', 'second'], ...pairs])),
  ].join('\n');
}

function estimateText({ value, low, high }: Estimate): string {
  if (!Number.isFinite(value)) return '-';
  return `${digits(value)} [${digits(low)}, ${digits(high)}]`;
}
