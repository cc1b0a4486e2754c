import jsTokens from 'js-tokens';
import MarkdownIt from 'markdown-it';

/**
 * @typedef {object} Passage a paragraph, a cell of a table, or a line of a message
 * @property {number} line where it begins
 * @property {string} text its lines, each at its place
 */

/** @type {Readonly<Record<string, (text: string) => Iterable<Passage>>>} */
const READERS = {
  md: inMarkdown,
  json: inScene,
  mjs: inSource,
  ts: inSource,
  tsx: inSource,
};

/**
 * What a file says to people.
 *
 * @param {string} file its name
 * @param {string} text
 * @returns {Iterable<Passage>}
 */
export function passagesOf(file, text) {
  return READERS[file.slice(file.lastIndexOf('.') + 1)](text);
}

/** Stands for inline code, also at the beginning of a sentence. */
const CODE = 'X';

const markdown = new MarkdownIt({ html: true });

/** @param {string} text @returns {Generator<Passage>} */
function* inMarkdown(text) {
  // Cells of tables have no line, but their rows do.
  let line = 0;
  for (const { type, map, children } of markdown.parse(text, {})) {
    line = map?.[0] ?? line;
    if (type !== 'inline') continue;
    const words = (children ?? []).map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      return type === 'code_inline' ? CODE : type === 'text' ? content : '';
    });
    yield { line: line + 1, text: words.join('') };
  }
}

/** The descriptions in a scene. @param {string} text @returns {Generator<Passage>} */
function* inScene(text) {
  for (const { 1: value, index } of text.matchAll(/"description":\s*("(?:[^"\\]|\\.)*")/g)) {
    yield { line: linesIn(text.slice(0, index)), text: JSON.parse(value) };
  }
}

/** The comments and the messages of a source. @param {string} text @returns {Generator<Passage>} */
function* inSource(text) {
  /** @type {Passage} */
  let comment = { line: 0, text: '' };
  /** The templates that have begun, from the outermost one. @type {Passage[]} */
  const templates = [];
  let line = 1;
  let isOwnLine = true;
  for (const { type, value } of jsTokens(text)) {
    if (type.endsWith('Comment')) {
      const words = value.replaceAll(/^\/\*+ ?|^\/\/+ ?|\*+\/$|^[ \t]*\*(?!\/) ?/gm, '');
      if (isOwnLine && comment.line + linesIn(comment.text) === line) comment.text += `\n${words}`;
      else {
        yield* paragraphsOf(comment);
        comment = { line, text: words };
      }
    } else if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') {
      yield* linesOf({ line, text: value.slice(1, -1) });
    } else if (type === 'TemplateHead') {
      templates.push({ line, text: value.slice(1, -2) });
    } else if (type === 'TemplateMiddle') {
      templates[templates.length - 1].text += `${CODE}${value.slice(1, -2)}`;
    } else if (type === 'TemplateTail') {
      const { line, text } = /** @type {Passage} */ (templates.pop());
      yield* linesOf({ line, text: `${text}${CODE}${value.slice(1, -1)}` });
    }
    const breaks = linesIn(value) - 1;
    line += breaks;
    isOwnLine = breaks > 0 || (isOwnLine && type === 'WhiteSpace');
  }
  yield* paragraphsOf(comment);
}

/** A line of a comment that stands on its own: a tag, an item, or a line in the docstring of a kernel. */
const OWN_LINE = /^(?:@\w+|- |\||\d+\. |reads|writes|sums|source:)/;

/** @param {Passage} comment @returns {Generator<Passage>} */
function* paragraphsOf({ line, text }) {
  let paragraph = { line, text: '' };
  for (const [at, words] of withoutCode(text).split('\n').entries()) {
    // An indented line is a part of a table, an item or a formula.
    const isApart = words.trim() === '' || words.startsWith('  ') || OWN_LINE.test(words);
    if (isApart || paragraph.text === '') {
      yield paragraph;
      paragraph = { line: line + at, text: words };
    } else paragraph.text += `\n${words}`;
  }
  yield paragraph;
}

/** The lines of a message. Those with fewer words than three are keys or names. @param {Passage} message */
function* linesOf({ line, text }) {
  for (const [at, words] of withoutCode(text)
    .split(/\\n|\n/)
    .entries()) {
    if (words.trim().split(/\s+/).length >= 3) yield { line: line + at, text: words };
  }
}

/** @param {string} text */
function withoutCode(text) {
  return text.replaceAll(/`[^`\n]*`/g, CODE);
}

/** @param {string} text */
function linesIn(text) {
  return text.split('\n').length;
}
