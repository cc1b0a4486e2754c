import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));
/** In the folder of a package that has all that the pages import. */
const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.ground-', import.meta.url)));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
afterAll(() => rmSync(folder, { recursive: true }));

/** Saves the blocks of a page that begin with the name of a file, and returns their code. */
function saveFiles(page: string): Map<string, string> {
  const text = readFileSync(join(docs, page), 'utf8');
  const files = [...text.matchAll(/^```js\n(\/\/ (\S+)\n[\s\S]*?)^```/gm)];
  for (const [, code, file] of files) writeFileSync(join(folder, file!), code!);
  return new Map(files.map(([, code, file]) => [file!, code!]));
}

const tutorial = saveFiles('tutorial-level.md');
const page = saveFiles('ground.md');

function run(file: string): string {
  const options = { cwd: folder, encoding: 'utf8', timeout: 60_000 } as const;
  return execFileSync(process.execPath, ['--no-warnings', file], options);
}

it('the tutorial has at most 60 lines of code', () => {
  expect([...tutorial.keys()]).toEqual(['level.js', 'walkers.js', 'main.js']);
  const lines = [...tutorial.values()].flatMap((code) => code.trim().split('\n'));
  expect(lines.filter((line) => !/^(\/\/ \S+\.js|)$/.test(line)).length).toBeLessThanOrEqual(60);
});

it.each([
  ['from-three.js', 'true\n'],
  ['from-navcat.js', 'true\n'],
  ['paths.js', 'found 37\n'],
  ['sight.js', 'true false\n'],
  ['recast-after.js', 'recast: -12 4\nskein: -12 4\n'],
  ['pathfinding-before.js', 'three-pathfinding: [ -12, 4, -1 ]\n'],
  ['pathfinding-after.js', 'skein: [ -12, 1, 4 ]\n'],
  ['yuka-after.js', 'yuka: [ -12, 4, -1 ]\nskein: [ -12, 1, 4 ]\n'],
])('%s of docs/ground.md prints what it should', (file, output) => {
  expect(page.has(file)).toBe(true);
  expect(run(file)).toBe(output);
});
