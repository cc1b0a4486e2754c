// Updates CHANGELOG.md: moves the entries of changesets below the heading for unreleased changes, and turns that
// heading into a version.

/** The headings, in the order of the changelog. */
const HEADINGS = ['Added', 'Changed', 'Fixed', 'Removed', 'Hashes'];

const UNRELEASED = '## Unreleased';

/**
 * @typedef {object} Change
 * @property {string} id the name of its file, without `.md`
 * @property {string} summary its text: "Added: ..."
 * @property {readonly { type: string }[]} releases the kind of release for each package
 */

/**
 * The problems of changesets, one line for each.
 *
 * @param {readonly Change[]} changes
 * @returns {string[]}
 */
export function problemsOf(changes) {
  return changes.flatMap(({ id, summary, releases }) => {
    const heading = headingOf(summary);
    if (heading === undefined) {
      const expected = HEADINGS.map((one) => `"${one}:"`).join(', ');
      return [
        `.changeset/${id}.md: found "${summary.split('\n')[0]}", expected one of ${expected} first`,
      ];
    }
    if (heading === 'Hashes' && releases.some(({ type }) => type === 'patch')) {
      return [`.changeset/${id}.md: found a patch that changes hashes, expected minor or major`];
    }
    return [];
  });
}

/**
 * Returns the changelog after a release.
 *
 * @param {string} changelog a changelog with a heading for unreleased changes
 * @param {string} version
 * @param {string} date such as 2026-11-23
 * @param {readonly Change[]} changes changes without problems
 */
export function release(changelog, version, date, changes) {
  const { before, section, after } = split(changelog, UNRELEASED);
  const { intro, lists } = listsOf(section);
  for (const { summary } of changes) {
    const heading = /** @type {string} */ (headingOf(summary));
    const text = summary.slice(heading.length + 1).trim();
    const item = `- ${text[0].toUpperCase()}${text.slice(1).replaceAll('\n', '\n  ')}`;
    lists.set(heading, [...(lists.get(heading) ?? []), item]);
  }
  const order = [...HEADINGS, ...lists.keys()].filter((one, i, all) => all.indexOf(one) === i);
  const blocks = order.flatMap((heading) => {
    const lines = lists.get(heading);
    return lines === undefined ? [] : [`### ${heading}\n\n${lines.join('\n')}`];
  });
  const released = [`## ${version}`, date, intro, ...blocks].filter((block) => block !== '');
  return `${before}${UNRELEASED}\n\n${released.join('\n\n')}\n\n${after}`.trimEnd().concat('\n');
}

/**
 * Returns the section of a version in the changelog, without its heading.
 *
 * @param {string} changelog
 * @param {string} version
 * @throws when there is no such section
 */
export function notesOf(changelog, version) {
  return split(changelog, `## ${version}`).section.trim();
}

/** @param {string} summary */
function headingOf(summary) {
  return HEADINGS.find((heading) => summary.startsWith(`${heading}: `));
}

/**
 * @param {string} changelog
 * @param {string} heading a heading of the second level
 */
function split(changelog, heading) {
  const at = `\n${changelog}`.indexOf(`\n${heading}\n`);
  if (at < 0) throw new Error(`CHANGELOG.md: found no "${heading}"`);
  const rest = changelog.slice(at + heading.length);
  const next = rest.search(/\n## /);
  const end = next < 0 ? rest.length : next + 1;
  return { before: changelog.slice(0, at), section: rest.slice(0, end), after: rest.slice(end) };
}

/**
 * The lists of a section by heading, and the text before the first heading.
 *
 * @param {string} section
 */
function listsOf(section) {
  const [intro, ...parts] = `\n${section.trim()}`.split('\n### ');
  /** @type {Map<string, string[]>} */
  const lists = new Map();
  for (const part of parts) {
    const [heading, ...lines] = part.trim().split('\n');
    lists.set(heading, lines.join('\n').trim().split('\n'));
  }
  return { intro: intro.trim(), lists };
}
