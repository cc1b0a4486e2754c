import { parseHTML } from 'linkedom';
import type { Chart, Row } from '../suite.ts';
import { plot } from './plot.ts';
import type { Results } from './results.ts';
import { table } from './table.ts';

const STYLE = `
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #222; }
  h1, h2 { line-height: 1.2; } h2 { margin-top: 3rem; }
  pre { overflow-x: auto; padding: 0.8rem; background: #f5f5f5; font-size: 12px; line-height: 1.45; }
  figure { margin: 1rem 0; } figure h2 { margin: 0; font-size: 1rem; font-weight: 600; }
  .notice { color: #8a4b00; }
`;

/**
 * Creates the HTML page with the results. The document for Plot comes from linkedom, the smallest package that Plot
 * works with.
 */
export function page(
  results: Results,
  charts: Readonly<Record<string, Chart | undefined>>,
): string {
  const { document } = parseHTML(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body></body></html>',
  );
  const add = (tag: string, text: string, className = '') => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className !== '') element.className = className;
    document.body.append(element);
  };
  const title = document.createElement('title');
  title.textContent = 'Skein benchmark';
  const style = document.createElement('style');
  style.textContent = STYLE;
  document.head.append(title, style);

  add('h1', 'Skein benchmark');
  const { machine } = results;
  const commit = machine.commit?.slice(0, 12) ?? 'no commit';
  add(
    'p',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, load before ${machine.load.toFixed(2)}`,
  );
  add('p', `Node ${machine.node}, V8 ${machine.v8}, ${machine.compiler ?? 'no C++ compiler'}`);
  add(
    'p',
    `${results.date}, ${commit}${machine.dirty ? ' with changes' : ''}${results.quick ? ', quick' : ''}`,
  );
  for (const [name, { description, complete, error, notices, rows }] of Object.entries(
    results.suites,
  )) {
    add('h2', name);
    add('p', description);
    if (!complete) add('p', error ?? 'Not complete.', 'notice');
    for (const notice of notices) add('p', notice, 'notice');
    if (rows.length === 0) continue;
    const chart = charts[name];
    if (chart !== undefined) document.body.append(plot(chart, drawn(rows), document));
    add('pre', table(rows));
  }
  return `${document.toString()}\n`;
}

/** Returns the rows that are drawn. For a repeated suite, these are the rows that combine all repeats. */
function drawn<T extends Row>(rows: readonly T[]): readonly T[] {
  const together = rows.filter(({ labels }) => labels.repeat === 'all');
  return together.length > 0 ? together : rows;
}
