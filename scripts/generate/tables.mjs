// Replaces generated tables in Markdown pages, which are between two marks.

const END = '<!-- As far as this. -->';

/**
 * @param {string} page the page with old text between the marks
 * @param {string} begin the mark before it
 * @param {readonly string[]} parts the new text
 */
export function withParts(page, begin, parts) {
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`The page has no place for the tables: ${begin}`);
  return [page.slice(0, from) + begin, ...parts, page.slice(to)].join('\n\n');
}

/** The maximum width of lines of prose, in characters. */
const WIDTH = 116;

/**
 * @param {string} text a paragraph or a list item, on one line
 * @param {string} [indent] the indentation of all lines but the first
 */
export function wrapped(text, indent = '') {
  let line = '';
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > WIDTH) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** @param {readonly (readonly string[])[]} rows the first row is the header */
export function tableOf(rows) {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const [head = ''] = lines;
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  return [head, rule, ...lines.slice(1)].join('\n');
}
