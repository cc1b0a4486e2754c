import { expect, it } from 'vitest';
import { proseProblems } from '../lint/prose/problems.mjs';

const LONG = `${'Long words '.repeat(24)}end.`;

it.each([
  [
    'page.md',
    `# Title\n\nFine \`anew\`.\nThis begins anew. Fine.\n\n| cell |\n| --- |\n| ${LONG} |\n`,
    4,
    8,
  ],
  ['comment.ts', `/**\n * Fine. Begins\n * anew.\n */\nconst a = 1; // Fine.\n// ${LONG}\n`, 3, 6],
  [
    'message.ts',
    `const anew = 1;\nsay('This begins anew', \`\${a} words\`);\nsay(\`${LONG} \${b}\`);\n`,
    2,
    3,
  ],
  ['scene.json', `{\n  "name": "anew",\n  "description": "Begins anew. ${LONG}"\n}\n`, 3, 3],
])('finds a word and a long sentence, each with its line, in %s', (file, text, word, sentence) => {
  const max = file === 'page.md' ? 250 : 200;
  expect(proseProblems(file, text)).toEqual([
    `${file}:${word}: found "anew", expected again`,
    `${file}:${sentence}: found a sentence of 268 characters, expected at most ${max}`,
  ]);
});

it('a sentence may be as long as the limit, and its code does not count', () => {
  const words = `${'a'.repeat(190)} \`${'b'.repeat(99)}\``;
  expect(proseProblems('fine.ts', `// ${words}. ${words}.\n//\n// ${words}\n`)).toEqual([]);
});
