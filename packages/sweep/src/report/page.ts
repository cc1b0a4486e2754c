import { combinationsCsv, combinationsOf, runsCsv } from './combinations.ts';
import type { Design } from './design.ts';
import type { Figure } from './figure.ts';
import { FIGURE_FONT } from './figures/svg.ts';
import { fontFaces } from './fonts.ts';
import { Html, html } from './html.ts';
import { labelOf } from './levels.ts';
import type { Measured } from './measured.ts';
import { columnFormat, counted, grouped, listed, readable } from './numbers.ts';
import type { Results, SweepFacts } from './results.ts';
import { statisticsBy } from './statistics.ts';
import { STYLE } from './style.ts';

/** A measure with its figures and notes. */
export interface Section {
  readonly measure: Measured;
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

export interface PageContent {
  readonly results: Results;
  readonly title: string;
  readonly design: Design;
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

/** The text in a report by which `skein report` recognizes its own files. */
export const GENERATOR = 'skein report';

/** Creates a report as one HTML file that needs no other files and no scripts. */
export function pageOf(content: PageContent): string {
  const { title, sections } = content;
  const body = html`
<main>
<header>
<h1>${title}</h1>
<p class="lead">${leadOf(content)}</p>
${statusOf(content)}
${navigationOf(content)}
</header>
${whatWasRun(content)}
${sections.map(sectionOf)}
${tableOf(content)}
${failuresOf(content)}
</main>
<footer>Made by skein report ${content.results.engine}, ${dateText(content.now)}. Fonts: Source Sans 3 and Source Serif 4, SIL Open Font License 1.1.</footer>`;
  const words = body.text;
  const fonts = new Html(`${fontFaces('sans', words)}\n${fontFaces('serif', words)}`);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="${GENERATOR}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${fonts}
${new Html(STYLE)}
</style>
</head>
<body>${body}
</body>
</html>
`;
  return page.text;
}

function leadOf({ results: { plan, engine }, design }: PageContent): Html {
  const { factors, combinationCount, rows } = design;
  const size = [
    ...(plan.agents === undefined ? [] : [counted(plan.agents, 'agent')]),
    counted(plan.ticks, 'tick'),
  ];
  const varied =
    factors.length === 0
      ? 'with different seeds'
      : `over ${counted(combinationCount, factors.length === 1 ? 'value' : 'combination')} of ${listed(factors.map(({ name }) => name))}`;
  return html`<b>${counted(rows, 'run')}</b> of ${plan.scenario} (${size.join(', ')}) ${varied}. Skein ${engine}.`;
}

function statusOf({
  results: { plan, failures },
  design: { rows },
}: PageContent): Html | undefined {
  // A failed run has no result, so results with failures are never complete.
  if (rows >= plan.runs) return undefined;
  const missing = html`<b>Incomplete: ${grouped(rows)} of ${grouped(plan.runs)} runs.</b> `;
  const failed =
    failures.length > 0
      ? html`<a href="#failed">${counted(failures.length, 'run')} failed</a>, and ${failures.length === 1 ? 'is' : 'are'} not included in any figure.`
      : html`The other runs have no result yet.`;
  return html`<p class="status" role="note">${missing}${failed}</p>`;
}

function navigationOf({ sections, results: { failures } }: PageContent): Html {
  const links = [
    html`<li><a href="#run">What was run</a></li>`,
    ...sections.map(
      ({ measure }, index) => html`<li><a href="#measure-${index + 1}">${measure.name}</a></li>`,
    ),
    html`<li><a href="#table">Table</a></li>`,
    ...(failures.length > 0 ? [html`<li><a href="#failed">Failed runs</a></li>`] : []),
  ];
  return html`<nav aria-label="Sections"><ul>${links}</ul></nav>`;
}

function whatWasRun({ results, design }: PageContent): Html {
  const { plan, engine } = results;
  const rows: (readonly [string, string | Html | undefined])[] = [
    [
      'Scenario',
      plan.agents === undefined
        ? plan.scenario
        : `${plan.scenario}, ${counted(plan.agents, 'agent')}`,
    ],
    ['Scenario hash', plan.scenarioHash && html`<code>${plan.scenarioHash}</code>`],
    ['Engine', `Skein ${engine}`],
    ['Runs', runsText(plan, design.rows)],
    ['Ticks', ticksText(plan)],
    ['Seeds', plan.seeds],
    ['Measures', listed(plan.measures.map(({ name }) => name)) || 'none'],
    ['Done', plan.date && dateText(plan.date)],
    ['All runs', plan.table && html`<code>${plan.table}</code>`],
  ];
  return html`
<section id="run">
<h2>What was run</h2>
<dl>${rows.map(([term, value]) => (value === undefined || value === '' ? undefined : html`<dt>${term}</dt><dd>${value}</dd>`))}</dl>
${parametersOf(plan, design)}
<p class="sans">To continue the sweep, or to repeat it in a folder that has only its plan.json:</p>
<pre><code>${plan.command}</code></pre>
${plan.rerun && html`<p class="sans">To repeat one run and compare its hash:</p><pre><code>${plan.rerun}</code></pre>`}
</section>`;
}

function runsText({ runs }: SweepFacts, rows: number): string {
  return rows < runs ? `${grouped(rows)} of ${grouped(runs)}, incomplete` : grouped(rows);
}

function ticksText({ ticks, every }: SweepFacts): string {
  return every === undefined
    ? grouped(ticks)
    : `${grouped(ticks)}, sampled every ${every === 1 ? 'tick' : `${grouped(every)} ticks`}`;
}

/** The maximum number of values of a parameter that the page lists. */
const MAX_NAMED = 12;

function parametersOf(plan: SweepFacts, { factors, constants }: Design): Html | undefined {
  if (plan.parameters.length === 0) return undefined;
  const rows = plan.parameters.map(({ name, unit, text, values: planned = [] }) => {
    const factor = factors.find((one) => one.name === name);
    const constant = constants.find((one) => one.name === name);
    const found = factor?.values ?? (constant === undefined ? planned : [constant.value]);
    const isNumeric = factor?.isNumeric ?? typeof found[0] === 'number';
    const values = text ?? (valuesText(found.map(labelOf), isNumeric) || '–');
    return html`<tr><td class="text"><code>${name}</code></td><td class="text">${unit === '1' ? '' : unit}</td><td>${grouped(found.length)}</td><td class="text">${values}</td></tr>`;
  });
  return html`
<div class="table" tabindex="0" role="region" aria-label="Parameters">
<table>
<thead><tr><th scope="col" class="text">Parameter</th><th scope="col" class="text">Unit</th><th scope="col">Values</th><th scope="col" class="text">Which</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</div>`;
}

function valuesText(labels: readonly string[], isNumeric: boolean): string {
  if (labels.length <= MAX_NAMED) return labels.join(', ');
  const last = labels[labels.length - 1];
  return isNumeric
    ? `${labels.slice(0, 3).join(', ')}, ..., ${last}`
    : `${labels.slice(0, MAX_NAMED).join(', ')}, and ${labels.length - MAX_NAMED} more`;
}

function sectionOf({ measure, figures, notes }: Section, index: number): Html {
  const { values, when } = measure;
  const all = statisticsBy(new Int32Array(values.length), 1, values);
  const [count, missing] = [all.count[0], values.length - all.count[0]];
  const without =
    missing === 0
      ? ''
      : ` ${counted(missing, 'run')} of ${grouped(values.length)} ${missing === 1 ? 'has' : 'have'} no value.`;
  const summary =
    count === 0
      ? html`No run has a value of this measure.`
      : html`Over ${count === 1 ? 'one run' : `all ${counted(count, 'run')}`}, ${when}: mean ${readable(all.mean[0])}, ${count > 1 ? `standard deviation ${readable(all.deviation[0], 3)}, ` : ''}from ${readable(all.min[0])} to ${readable(all.max[0])}.${without}`;
  const about = measure.description === undefined ? '' : `${capital(measure.description)}. `;
  const drawn =
    figures.length === 0 ? undefined : html`<div class="figures">${figures.map(figureOf)}</div>`;
  return html`
<section id="measure-${index + 1}">
<h2>${measure.label}</h2>
<p class="about">${about}${summary}</p>
${drawn}
${notes.map((note) => html`<p class="notes">${note}</p>`)}
</section>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function figureOf({ id, caption, composed, title }: Figure): Html {
  const svg = new Html(
    composed.svg.outerHTML.replaceAll(` font-family="${FIGURE_FONT}"`, ' class="sans"'),
  );
  const picture = composed.isWide
    ? html`<div class="scroll" tabindex="0" role="region" aria-label="${title}">${svg}</div>`
    : svg;
  return html`<figure id="${id}"${new Html(composed.isWide ? ' class="wide"' : '')}>${picture}<figcaption><b>Figure ${id.replace(/\D+/, '')}.</b> ${caption}</figcaption></figure>
`;
}

function tableOf({ results, design, sections }: PageContent): Html {
  const measures = sections.map(({ measure }) => measure);
  const all = combinationsOf(design, measures);
  const total = all.values.length;
  const shown = Math.min(total, MAX_ROWS);
  const isText = all.names.map((_, index) =>
    all.values.some((row) => typeof row[index] !== 'number'),
  );
  const formats = all.measures.map(({ mean, deviation }) => [
    columnFormat(mean),
    columnFormat(deviation),
  ]);
  const hasMissing = all.measures.some(({ count }) => count.some((n, row) => n !== all.runs[row]));
  const side = (index: number): Html => new Html(isText[index] ? ' class="text"' : '');
  const body = Array.from({ length: shown }, (_, row) => {
    const parameters = all.values[row].map(
      (value, index) => html`<td${side(index)}>${value === null ? '–' : labelOf(value)}</td>`,
    );
    const statistics = all.measures.map(({ mean, deviation, count }, index) => {
      const n = hasMissing ? html`<td>${grouped(count[row])}</td>` : undefined;
      return html`<td>${formats[index][0](mean[row])}</td><td>${formats[index][1](deviation[row])}</td>${n}`;
    });
    return html`<tr>${parameters}<td>${grouped(all.runs[row])}</td>${statistics}</tr>\n`;
  });
  const span = hasMissing ? 3 : 2;
  const heads = all.measures.map(
    () =>
      html`<th scope="col">mean</th><th scope="col">sd</th>${hasMissing ? html`<th scope="col">n</th>` : undefined}`,
  );
  const cut = shown < total ? ` The first ${grouped(shown)} of ${grouped(total)} are shown.` : '';
  const table =
    total === 0
      ? html`<p>There are no finished runs yet.</p>`
      : html`
<div class="table${shown > 24 ? ' long' : ''}" tabindex="0" role="region" aria-label="Means by combination">
<table>
<thead>
<tr>${all.names.map((name, index) => html`<th scope="col" rowspan="2"${side(index)}>${name}</th>`)}<th scope="col" rowspan="2">runs</th>${all.measures.map(({ name }) => html`<th scope="colgroup" colspan="${span}" class="group">${name}</th>`)}</tr>
<tr>${heads}</tr>
</thead>
<tbody>
${body}</tbody>
</table>
</div>`;
  const downloads =
    total === 0
      ? []
      : [
          download('combinations.csv', 'this table', combinationsCsv(all)),
          download(
            'runs.csv',
            'all runs',
            design.rows > 20_000 ? undefined : runsCsv(results, design, measures),
          ),
        ].filter((one) => one !== undefined);
  const where =
    results.plan.table === undefined
      ? undefined
      : html` All runs: <code>${results.plan.table}</code>.`;
  return html`
<section id="table">
<h2>Table</h2>
<p>Runs by combination of parameters: number of runs, mean and standard deviation (sd) of each measure${hasMissing ? ', and the number of runs with a value (n)' : ''}.${cut}</p>
${table}
<p class="sans">${downloads.length > 0 ? html`<span class="download">As CSV: ${downloads.map((one, index) => html`${index > 0 ? ', ' : ''}${one}`)}. </span>` : undefined}${where}</p>
</section>`;
}

function download(name: string, words: string, csv: string | undefined): Html | undefined {
  if (csv === undefined || csv.length > MAX_DOWNLOAD) return undefined;
  const data = Buffer.from(csv).toString('base64');
  return html`<a download="${name}" href="data:text/csv;charset=utf-8;base64,${data}">${words}</a>`;
}

function failuresOf({ results: { failures } }: PageContent): Html | undefined {
  if (failures.length === 0) return undefined;
  const names = [...new Set(failures.flatMap(({ parameters }) => Object.keys(parameters)))];
  const shown = failures.slice(0, MAX_FAILURES);
  const rows = shown.map(({ run, parameters, seed, error }) => {
    const values = names.map(
      (name) => html`<td>${parameters[name] === undefined ? '–' : labelOf(parameters[name])}</td>`,
    );
    return html`<tr><td>${run}</td>${values}<td>${seed}</td><td class="text long-text">${reasonOf(error)}</td></tr>\n`;
  });
  const rest = failures.length - shown.length;
  return html`
<section id="failed">
<h2>Failed runs</h2>
<p>${counted(failures.length, 'run')} ended with an error.${rest > 0 ? ` The first ${shown.length} are shown.` : ''}</p>
<div class="table${shown.length > 24 ? ' long' : ''}" tabindex="0" role="region" aria-label="Failed runs">
<table>
<thead><tr><th scope="col">run</th>${names.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">seed</th><th scope="col" class="text">error</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
</section>`;
}

/** Returns the message of an error without its stack. */
function reasonOf(error: string): string {
  const lines = error.split('\n').filter((line) => !/^\s+at /.test(line));
  return lines.join(' ').slice(0, MAX_REASON);
}

function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
