import { passagesOf } from './passages.mjs';

/** The most characters of a sentence, without its inline code. */
const MAX_LENGTH = { document: 250, other: 200 };

/** Words that the prose of this project avoids, and what stands in their place. */
const WORDS = /** @type {const} */ ([
  [/\b(?:goes|went|go) on(?= |[.,;:)])(?! (?:the|a|an|top|one|every|each|board)\b)/i, 'continues'],
  [/\b(?:whoever|whomever|nobody)\b/i, 'it, they, or the noun'],
  [/\b(?:those|agents?|threads?|workers?|files?|neighbors?|one|all|two|none) who\b/i, 'that'],
  [/\b(?:is|are|was|were) told\b/i, 'is reported'],
  [/\banew\b/i, 'again'],
  [/\bof before\b/i, 'earlier'],
  [/\bfor ever\b/i, 'forever'],
]);

/** A sentence ends with its mark, or with the passage. */
const SENTENCE = /\S.*?(?:[.!?][)"'\]]*(?= |$)|$)/g;

/**
 * The problems of the prose in a file, one line for each: FILE:LINE: MESSAGE.
 *
 * @param {string} file its name
 * @param {string} text
 * @returns {string[]}
 */
export function proseProblems(file, text) {
  const max = file.endsWith('.md') ? MAX_LENGTH.document : MAX_LENGTH.other;
  return [...passagesOf(file, text)].flatMap((passage) => {
    // Lines of one passage continue each other.
    const words = passage.text.replaceAll(/\s/g, ' ');
    const problems = WORDS.flatMap(([pattern, instead]) => {
      const found = pattern.exec(words);
      return found ? [{ at: found.index, what: `found "${found[0]}", expected ${instead}` }] : [];
    });
    for (const { 0: sentence, index } of words.matchAll(SENTENCE)) {
      const { length } = sentence.trim();
      if (length <= max) continue;
      const what = `found a sentence of ${length} characters, expected at most ${max}`;
      problems.push({ at: index, what });
    }
    return problems.map(({ at, what }) => {
      const line = passage.line + passage.text.slice(0, at).split('\n').length - 1;
      return `${file}:${line}: ${what}`;
    });
  });
}
