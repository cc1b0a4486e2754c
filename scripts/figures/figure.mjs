/**
 * The cells of a row, as the page prints them. A cell that is null is not measured, and stays as it is.
 *
 * @typedef {(string | null)[]} Row
 */

/**
 * Rows of a table in the documentation whose numbers a command measures.
 *
 * @typedef {object} Figure
 * @property {string} page the file of the page, from the root of the repository
 * @property {string} heading the heading, with its `#`, of the section that contains the table
 * @property {number} keys the number of cells at the start of a row that name it
 * @property {() => Row[] | Promise<Row[]>} rows measures the rows
 */

/**
 * Returns the page with the measured rows in place of those that it has.
 *
 * @param {string} text the page
 * @param {Pick<Figure, 'heading' | 'keys'>} figure
 * @param {readonly Row[]} rows
 */
export function withFigure(text, { heading, keys }, rows) {
  const lines = text.split('\n');
  const from = lines.indexOf(heading);
  if (from < 0) throw new Error(`The page has no heading "${heading}".`);
  const next = lines.findIndex((line, at) => at > from && line.startsWith('#'));
  const to = next < 0 ? lines.length : next;
  for (const row of rows) {
    const name = row.slice(0, keys).join(' | ');
    const found = [];
    for (let at = from; at < to; at++) {
      if (cellsOf(lines[at]).slice(0, keys).join(' | ') === name) found.push(at);
    }
    const [at] = found;
    if (found.length !== 1) {
      throw new Error(`"${heading}" has ${found.length} rows "${name}", expected one.`);
    }
    const cells = cellsOf(lines[at]);
    if (cells.length !== row.length) {
      throw new Error(`"${heading}": the row "${name}" has not ${row.length} cells.`);
    }
    lines[at] = `| ${row.map((cell, nth) => cell ?? cells[nth]).join(' | ')} |`;
  }
  return lines.join('\n');
}

/** @param {string} line */
function cellsOf(line) {
  if (!line.startsWith('|')) return [];
  return line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
