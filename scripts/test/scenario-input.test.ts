import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioInputSource } from '../generate/scenario-input.mjs';

it('scenario-input.ts matches the schema (written by `npm run generate`)', async () => {
  const file = new URL('../../packages/core/src/scenario/scenario-input.ts', import.meta.url);
  expect(bare(readFileSync(file, 'utf8'))).toBe(bare(await scenarioInputSource()));
});

/** Ignores what the formatter changes. */
function bare(source: string): string {
  return source.replaceAll(/[\s;()|]/g, '').replaceAll('"', "'");
}
