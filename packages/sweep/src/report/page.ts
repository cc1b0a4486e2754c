import type { FitRecord } from '../fit/fit-record.ts';
import type { Design } from './design.ts';
import type { Figure } from './figure.ts';
import { drawn } from './figures/chart.ts';
import { fitTables } from './fit-figures.ts';
import { fontFaces } from './fonts.ts';
import { Html, html } from './html.ts';
import { labelOf } from './levels.ts';
import type { Measured } from './measured.ts';
import { counted, grouped, listed, readable } from './numbers.ts';
import type { Results, SweepFacts } from './results.ts';
import { statisticsBy } from './statistics.ts';
import { STYLE } from './style.ts';
import { type Column, combinationColumns, csvOf, runColumns, tableOf } from './table.ts';

/** A measure with its figures and notes. */
export interface Section {
  readonly measure: Measured;
  readonly figures: readonly (Figure & { readonly id: string })[];
  readonly notes: readonly string[];
  readonly tables: readonly { readonly label: string; readonly columns: readonly Column[] }[];
}

export interface PageContent {
  readonly results: Results;
  readonly title: string;
  readonly design: Design;
  /** The figures of a fit; empty for a sweep. */
  readonly fitted: Section['figures'];
  readonly sections: readonly Section[];
  /** The time when the report is made. */
  readonly now: Date;
}

/** The maximum number of rows of a table on the page. */
const MAX_ROWS = 500;
const MAX_FAILURES = 100;
const MAX_REASON = 500;
/** The maximum size of tables embedded in the page, in bytes of CSV. */
const MAX_DOWNLOAD = 400_000;
const MAX_DOWNLOAD_RUNS = 20_000;
/** The maximum number of values of a parameter that the page lists. */
const MAX_NAMED = 12;

/** The text in a report by which `skein report` recognizes its own files. */
export const GENERATOR = 'skein report';

/** Creates a report as one HTML file that needs no other files and no scripts. */
export function pageOf(content: PageContent): string {
  const { title, sections, results, now } = content;
  const parts = [
    { id: 'run', name: 'What was run', heading: 'What was run', body: whatWasRun(content) },
    ...(results.fit === undefined
      ? []
      : [{ id: 'fit', name: 'Fit', heading: 'Fit', body: fitOf(results.fit, content.fitted) }]),
    ...sections.map((section, index) => ({
      ...{ id: `measure-${index + 1}`, name: section.measure.name },
      ...{ heading: section.measure.label, body: measureOf(section) },
    })),
    { id: 'table', name: 'Table', heading: 'Table', body: resultsTable(content) },
    ...(results.failures.length === 0
      ? []
      : [{ id: 'failed', name: 'Failed runs', heading: 'Failed runs', body: failuresOf(results) }]),
  ];
  const body = html`
<main>
<header>
<h1>${title}</h1>
<p class="lead">${leadOf(content)}</p>
${statusOf(content)}
<nav aria-label="Sections"><ul>${parts.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
${parts.map(({ id, heading, body }) => html`<section id="${id}">\n<h2>${heading}</h2>\n${body}\n</section>\n`)}
</main>
<footer>Made by skein report ${results.engine}, ${dateText(now)}. Font: Source Sans 3, SIL Open Font License 1.1.</footer>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${GENERATOR}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${new Html(fontFaces(body.text))}
${new Html(STYLE)}
</style>
</head>
<body>${body}
</body>
</html>
`.text;
}

function leadOf({ results: { plan, engine }, design }: PageContent): Html {
  const { factors, combinationCount, rows } = design;
  const agents = plan.agents === undefined ? '' : `${counted(plan.agents, 'agent')}, `;
  const varied =
    factors.length === 0
      ? 'with different seeds'
      : `over ${counted(combinationCount, factors.length === 1 ? 'value' : 'combination')} of ${listed(factors.map(({ name }) => name))}`;
  return html`<b>${counted(rows, 'run')}</b> of ${plan.scenario} (${agents}${counted(plan.ticks, 'tick')}) ${varied}. Skein ${engine}.`;
}

function statusOf({
  results: { plan, failures },
  design: { rows },
}: PageContent): Html | undefined {
  // A failed run has no result, so results with failures are never complete.
  if (rows >= plan.runs) return undefined;
  const failed =
    failures.length > 0
      ? html`<a href="#failed">${counted(failures.length, 'run')} failed</a>, and ${failures.length === 1 ? 'is' : 'are'} not included in any figure.`
      : 'The other runs have no result yet.';
  return html`<p class="status" role="note"><b>Incomplete: ${grouped(rows)} of ${grouped(plan.runs)} runs.</b> ${failed}</p>`;
}

function whatWasRun({ results: { plan, engine, fit }, design }: PageContent): Html {
  const [kind, file] = fit === undefined ? ['sweep', 'plan.json'] : ['fit', 'fit.json'];
  const { scenario, agents, ticks, every } = plan;
  const isDone = design.rows >= plan.runs;
  const sampled = every === undefined ? '' : `, sampled every ${counted(every, 'tick')}`;
  const facts: [string, string | Html | undefined][] = [
    ['Scenario', agents === undefined ? scenario : `${scenario}, ${counted(agents, 'agent')}`],
    ['Scenario hash', plan.scenarioHash && html`<code>${plan.scenarioHash}</code>`],
    ['Engine', `Skein ${engine}`],
    [
      'Runs',
      isDone ? grouped(plan.runs) : `${grouped(design.rows)} of ${grouped(plan.runs)}, incomplete`,
    ],
    ['Ticks', `${grouped(ticks)}${sampled}`],
    ['Seeds', plan.seeds],
    ['Measures', listed(plan.measures.map(({ name }) => name)) || 'none'],
    ['Done', plan.date && dateText(plan.date)],
    ['All runs', plan.table && html`<code>${plan.table}</code>`],
  ];
  return html`<dl>${facts.map(([term, value]) => (value ? html`<dt>${term}</dt><dd>${value}</dd>` : undefined))}</dl>
${plan.parameters.length === 0 ? undefined : tableOf('Parameters', parameterColumns(plan, design))}
<p>To continue the ${kind}, or to repeat it in a folder that has only its ${file}:</p>
<pre><code>${plan.command}</code></pre>
${plan.rerun && html`<p>To repeat one run and compare its hash:</p><pre><code>${plan.rerun}</code></pre>`}`;
}

function parameterColumns({ parameters }: SweepFacts, { factors, constants }: Design): Column[] {
  const found = parameters.map(({ name, values = [] }) => {
    const constant = constants.find((constant) => constant.name === name);
    return (
      factors.find((factor) => factor.name === name)?.values ??
      (constant ? [constant.value] : values)
    );
  });
  return [
    { name: 'Parameter', cells: parameters.map(({ name }) => name) },
    { name: 'Unit', cells: parameters.map(({ unit = '' }) => (unit === '1' ? '' : unit)) },
    { name: 'Values', cells: found.map(({ length }) => length) },
    {
      name: 'Which',
      cells: parameters.map(({ text }, at) => text ?? (valuesText(found[at].map(labelOf)) || '–')),
    },
  ];
}

function valuesText(labels: readonly string[]): string {
  if (labels.length <= MAX_NAMED) return labels.join(', ');
  return `${labels.slice(0, MAX_NAMED - 1).join(', ')}, ..., ${labels[labels.length - 1]}`;
}

function fitOf(fit: FitRecord, figures: Section['figures']): Html {
  const { best, generations, stop, settings } = fit;
  const isOver = stop === undefined ? ', not over yet' : '';
  const found =
    best === undefined
      ? 'No generation is done yet.'
      : `${counted(generations.length, 'generation')} of ${settings.population} candidates${isOver}. The best, of generation ${best.generation}, has the distance ${readable(best.distance)} to the data. This is the root mean square of the differences. Each is over the standard deviation of its value, or over the root mean square of its measure in the data.`;
  return html`<p class="about">${found}</p>
<div class="figures">${figures.map(figureOf)}</div>
${fitTables(fit).map(({ label, columns }) => html`<p>${label}:</p>${tableOf(label, columns)}`)}`;
}

function measureOf({ measure, figures, notes, tables }: Section): Html {
  const { values, when, description = '' } = measure;
  const all = statisticsBy(new Int32Array(values.length), 1, values);
  const [count, missing] = [all.count[0], values.length - all.count[0]];
  const without =
    missing === 0
      ? ''
      : ` ${counted(missing, 'run')} of ${grouped(values.length)} ${missing === 1 ? 'has' : 'have'} no value.`;
  const summary =
    count === 0
      ? 'No run has a value of this measure.'
      : `Over ${count === 1 ? 'one run' : `all ${counted(count, 'run')}`}, ${when}: mean ${readable(all.mean[0])}, ${count > 1 ? `standard deviation ${readable(all.deviation[0], 3)}, ` : ''}from ${readable(all.min[0])} to ${readable(all.max[0])}.${without}`;
  const about = description && `${description.slice(0, 1).toUpperCase()}${description.slice(1)}. `;
  return html`<p class="about">${about}${summary}</p>
<div class="figures">${figures.map(figureOf)}</div>
${notes.map((note) => html`<p class="notes">${note}</p>`)}
${tables.map(({ label, columns }) => html`<p>${label}, with the ends of the 95 % intervals:</p>${tableOf(label, columns)}`)}`;
}

function figureOf(figure: Section['figures'][number]): Html {
  const { id, title, caption, chart } = figure;
  const isWide = chart.panels.length > 1;
  const number = id.slice('figure-'.length);
  return html`
<figure id="${id}"${isWide ? html` class="wide"` : ''}>
<div class="scroll"${isWide ? html` tabindex="0" role="region" aria-label="${title}"` : ''}>${drawn(figure, chart)}</div>
<figcaption><b>Figure ${number}.</b> ${caption}</figcaption>
</figure>`;
}

function resultsTable({ results, design, sections }: PageContent): Html {
  if (design.rows === 0) return html`<p>There are no finished runs yet.</p>`;
  const measures = sections.map(({ measure }) => measure);
  const all = combinationColumns(design, measures);
  const { cells: runs } = all[design.factors.length];
  const isComplete = all.every(
    ({ name, cells }) => !name.endsWith(' n') || cells.every((n, row) => n === runs[row]),
  );
  const shown = isComplete ? all.filter(({ name }) => !name.endsWith(' n')) : all;
  const cut =
    runs.length > MAX_ROWS ? ` The first ${MAX_ROWS} of ${grouped(runs.length)} are shown.` : '';
  const tables = [
    download('combinations.csv', 'this table', csvOf(all)),
    design.rows > MAX_DOWNLOAD_RUNS
      ? undefined
      : download('runs.csv', 'all runs', csvOf(runColumns(results, design, measures))),
  ].filter((html) => html !== undefined);
  const { table } = results.plan;
  return html`<p>Runs by combination of parameters: number of runs, mean and standard deviation (sd) of each measure${isComplete ? '' : ', and the number of runs with a value (n)'}.${cut}</p>
${tableOf('Means by combination', shown, MAX_ROWS)}
<p>${tables.length > 0 ? html`<span class="download">As CSV: ${tables.map((table, at) => html`${at > 0 ? ', ' : ''}${table}`)}. </span>` : ''}${table && html`All runs: <code>${table}</code>.`}</p>`;
}

function download(name: string, words: string, csv: string): Html | undefined {
  if (csv.length > MAX_DOWNLOAD) return undefined;
  const data = Buffer.from(csv).toString('base64');
  return html`<a download="${name}" href="data:text/csv;charset=utf-8;base64,${data}">${words}</a>`;
}

function failuresOf({ failures }: Results): Html {
  const names = [...new Set(failures.flatMap(({ parameters }) => Object.keys(parameters)))];
  const cut = failures.length > MAX_FAILURES ? ` The first ${MAX_FAILURES} are shown.` : '';
  const columns: Column[] = [
    { name: 'run', cells: failures.map(({ run }) => run) },
    ...names.map((name) => ({
      name,
      cells: failures.map(({ parameters }) => parameters[name] ?? null),
    })),
    { name: 'seed', cells: failures.map(({ seed }) => seed) },
    { name: 'error', cells: failures.map(({ error }) => reasonOf(error)) },
  ];
  return html`<p>${counted(failures.length, 'run')} ended with an error.${cut}</p>
${tableOf('Failed runs', columns, MAX_FAILURES)}`;
}

/** Returns the message of an error without its stack. */
function reasonOf(error: string): string {
  const lines = error.split('\n').filter((line) => !/^\s+at /.test(line));
  return lines.join(' ').slice(0, MAX_REASON);
}

function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
