import { expect, it } from 'vitest';
import { proseOf } from '../prose/prose-of.mjs';

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

it('the prose of a source is its comments and the texts with some words, each at its line', () => {
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
