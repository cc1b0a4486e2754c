import jsTokens from 'js-tokens';

/** A text with fewer words than this is considered a key or a name. */
const FEWEST_WORDS = 3;

/**
 * The comments of a source and its texts with several words, at their lines. Everything else is replaced by blanks.
 *
 * @param {string} text
 */
export function proseOf(text) {
  let prose = '';
  for (const { type, value } of jsTokens(text)) {
    const said = wordsOf(type, value);
    prose += said ?? value.replaceAll(/[^\n]+/g, ' ');
  }
  return prose.replaceAll(/^ +| +$/gm, '');
}

/** @param {string} type of a token @param {string} value @returns {string | undefined} */
function wordsOf(type, value) {
  if (type === 'SingleLineComment') return value.replace(/^\/\/+ ?/, '');
  if (type === 'MultiLineComment') {
    return value.replaceAll(/^\/\*\*?|\*\/$/g, '').replaceAll(/^[ \t]*\* ?/gm, '');
  }
  if (!/^(?:StringLiteral|NoSubstitutionTemplate|Template\w+)$/.test(type)) return undefined;
  const words = value.replaceAll(/^['"`}]|['"`]$|\$\{$/g, '');
  return words.trim().split(/\s+/).length < FEWEST_WORDS ? undefined : words;
}

/** A line of a comment that stands on its own: a tag, or a line in the docstring of a kernel. */
const OWN_LINE = /^(?:@\w+|reads|writes|sums|source:) ?/;

/**
 * The comments of a source as paragraphs, and for each of their lines the line in the source. Comments after code on
 * consecutive lines are separate; consecutive comment lines belong together.
 *
 * @param {string} text
 * @returns {{ text: string, lines: number[] }}
 */
export function commentsOf(text) {
  /** @type {string[]} */
  const said = [];
  /** @type {number[]} */
  const lines = [];
  const add = (/** @type {string} */ words, /** @type {number} */ line) => {
    said.push(words);
    lines.push(line);
  };
  let line = 1;
  let isOwn = true;
  let last = 0;
  for (const { type, value } of jsTokens(text)) {
    const words = type.endsWith('Comment') ? wordsOf(type, value) : undefined;
    if (words !== undefined) {
      const follows = type === 'SingleLineComment' && isOwn && last === line - 1;
      if (!follows) add('', line);
      for (const [at, each] of words.split('\n').entries()) {
        if (OWN_LINE.test(each)) add('', line + at);
        // An indented line is a part of a table or a formula.
        add(/^ {2}/.test(each) ? '' : each.trim(), line + at);
      }
      last = type === 'SingleLineComment' && isOwn ? line : 0;
    }
    const breaks = value.split('\n').length - 1;
    line += breaks;
    if (breaks > 0) isOwn = true;
    else if (type !== 'WhiteSpace') isOwn = false;
  }
  // A half-open range such as [0, n) would look like an unclosed bracket, which hides the end of the sentence.
  return { text: said.join('\n').replaceAll(/\[([^[\]()]*)\)/g, '[$1]'), lines };
}
