import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/scenario-json-schema.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const whole = scenarioJsonSchema() as Schema & { readonly $defs: Record<string, Schema> };

/** Every key of a scenario, with those of its parts; behaviors have a page of their own. */
function keysOf({ $ref, ...schema }: Schema): string[] {
  if ($ref !== undefined) return keysOf(whole.$defs[$ref.replace('#/$defs/', '')]);
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    key === 'behaviors' || key === 'type' ? [] : [key, ...keysOf(value)],
  );
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(keysOf);
  return [...own, ...forms, ...(schema.items ? keysOf(schema.items) : [])];
}

it('docs/scenario.md has every key of a scenario', () => {
  const page = readFileSync(new URL('../../../../docs/scenario.md', import.meta.url), 'utf8');
  const keys = new Set(keysOf(whole));
  expect(keys.size).toBeGreaterThan(60);
  for (const key of keys)
    expect(page).toMatch(new RegExp(`^\\| \`${key.replace('$', '\\$')}\` +\\|`, 'm'));
});
