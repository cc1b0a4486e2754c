import jsTokens from 'js-tokens';

/** A text with fewer words than this is a key or a name. */
const FEWEST_WORDS = 3;

/**
 * The comments of a source, and the texts in it that have some words, each at its line; all else is left out.
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
