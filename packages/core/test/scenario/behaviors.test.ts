import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '../../src/behaviors/define-behavior.ts';
import { BEHAVIORS } from '../../src/behaviors/index.ts';
import { builtInLaw } from '../../src/scenario/built-in-laws.ts';
import { BEHAVIOR_TYPES, type BuiltInBehavior } from '../../src/scenario/schema.ts';

it('each file defines the behavior after which it is named', () => {
  for (const type of BEHAVIOR_TYPES) expect(BEHAVIORS[type].type).toBe(type);
});

/** Every set of choices that a behavior may have, with the defaults of its numbers. */
function choicesOf({ type, schema, family }: AnyDefinition): BuiltInBehavior[] {
  const needed = {
    ...(type === 'interpose' && { second: {} }),
    ...(family === 'fields' && { field: 'trail' }),
  };
  let all: Record<string, unknown>[] = [{ type, ...needed }];
  for (const [key, field] of Object.entries(schema.shape)) {
    const { enum: options, type: kind } = schemaOf(field);
    const values = kind === 'boolean' ? [false, true] : Object.values(options ?? {});
    if (values.length === 0) continue;
    all = all.flatMap((one) => values.map((value) => ({ ...one, [key]: value })));
  }
  return all.flatMap((one) => {
    const parsed = schema.safeParse(one);
    return parsed.success ? [parsed.data as unknown as BuiltInBehavior] : [];
  });
}

function schemaOf(field: unknown): { type: string; enum?: Readonly<Record<string, unknown>> } {
  let { def } = field as { def: { type: string; innerType?: never; entries?: never } };
  while (def.innerType !== undefined) ({ def } = def.innerType as never);
  return { type: def.type, ...(def.entries !== undefined && { enum: def.entries }) };
}

describe('the law of each behavior that has one', () => {
  const laws = Object.values<AnyDefinition>(BEHAVIORS).filter(({ force }) => force !== undefined);

  it.each(laws.map((law) => [law.type, law] as const))('%s', (_, definition) => {
    const choices = choicesOf(definition);
    expect(choices.length).toBeGreaterThan(0);
    const open = { type: 'open' } as const;
    const walls = { type: 'contain', min: [-9, -9, -9], max: [9, 9, 9] } as const;
    for (const settings of choices) {
      for (const dimensions of [2, 3] as const) {
        for (const headings of [false, true]) {
          const reads = definition.reads?.(settings as never) ?? [];
          if (reads.includes('heading') && !headings) continue;
          for (const bounds of [open, walls] as never[]) {
            const law = builtInLaw(settings, {
              ...{ dimensions, bounds, headings, indices: 16, countOf: () => 3 },
              species: { name: 'a', first: 7 },
            })!;
            // A species need not have a maximum speed where a behavior does not say so.
            const limited = law.nodes.some(([name, of]) => name === 'self' && of === 'maxSpeed');
            const needs = definition.needs?.includes('maxSpeed') ?? false;
            expect(limited && !needs).toBe(false);
            expect(law.nodes.length).toBeLessThan(1000);
          }
        }
      }
    }
  });
});
