// The results of the consumers, as lines and as a page of the docs.
import { TICKS } from './scene.mjs';

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {string} how
 * @property {string} tools the tools with their versions
 * @property {import('./scene.mjs').Outcome} [outcome]
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [reason] why it failed or was skipped
 * @property {number} seconds
 */

/** @param {Result} result */
export function textOf({ name, tools, outcome, state, reason, seconds }) {
  const what = reason ?? [tools, cameTo(outcome)].filter(Boolean).join(', ');
  return `${state.padEnd(8)}${name.padEnd(16)}${seconds.toFixed(0).padStart(4)} s  ${what}`;
}

/** @param {import('./scene.mjs').Outcome | undefined} outcome */
function cameTo(outcome) {
  if (outcome?.said !== undefined) return `"${outcome.said}"`;
  return `${outcome?.threaded ? `${outcome.workers} threads` : 'one worker, on a copy'}, same hash`;
}

/** @param {readonly Result[]} results */
export function pageOf(results) {
  const rows = results.map(({ how, tools, outcome, state, reason }) => {
    const came = state === 'passed' ? cameTo(outcome) : `skipped: ${reason}`;
    return `| ${how} | ${tools || '-'} | ${came} |`;
  });
  return `# Tested environments

\`npm run tool -- consumers\` generates this page. For each row it creates a fresh folder, installs the packages as published,
builds, runs, and compares the hash after ${TICKS} ticks with that of this repository. Pages run in a real Chromium,
served with the [headers of isolation](hosting.md).

| project | tools | result |
| --- | --- | --- |
${rows.join('\n')}

\`npm run tool -- consumers --list\` prints the names, \`npm run tool -- consumers NAME\` runs one.
`;
}
