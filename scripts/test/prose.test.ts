import { expect, it } from 'vitest';
import { commentsOf, proseOf } from '../lint/prose/prose-of.mjs';

const SOURCE = `import { a } from './a.ts';

/**
 * Steps the world.
 *
 * @throws Error when it cannot
 */
export function step(): void {
  // A comment at its line.
  a.anew('three words here', 'key', \`found \${a.b} and no more of it\`);
}
`;

it('the prose of a source is its comments and texts of several words, each at its line', () => {
  const lines = proseOf(SOURCE).split('\n');
  expect(lines).toHaveLength(SOURCE.split('\n').length);
  const said = lines.flatMap((line, k) => (line === '' ? [] : [`${k + 1}: ${line}`]));
  expect(said.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    '4: Steps the world.',
    '6: @throws Error when it cannot',
    '9: A comment at its line.',
    '10: three words here and no more of it',
  ]);
});

const COMMENTS = `// Two lines
// of one comment.
export const a = 1; // Behind code,
export const b = 2; // and behind other code.

/**
 * Keeps places [begin, end).
 *   a table   is left out
 * reads front
 * sums in order
 *
 * @throws Error
 */
export function c(): void {} // Last.
// On its own.
const text = 'not a comment';
`;

it('the comments of a source are paragraphs, with the lines where they are', () => {
  const { text, lines } = commentsOf(COMMENTS);
  let at = 0;
  const paragraphs = text.split('\n\n').flatMap((paragraph) => {
    const from = at;
    at += paragraph.split('\n').length + 1;
    const begin = from + paragraph.search(/[^\n]|$/);
    const words = paragraph.trim();
    return words === '' ? [] : [`${lines[begin]}: ${words.replaceAll('\n', ' ')}`];
  });
  expect(paragraphs).toEqual([
    '1: Two lines of one comment.',
    '3: Behind code,',
    '4: and behind other code.',
    '7: Keeps places [begin, end].',
    '9: reads front',
    '10: sums in order',
    '12: @throws Error',
    '14: Last.',
    '15: On its own.',
  ]);
});
