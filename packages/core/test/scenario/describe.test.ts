import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BEHAVIORS } from '../../src/behaviors/index.ts';
import { describeBehaviors } from '../../src/scenario/describe.ts';
import { BEHAVIOR_TYPES, type BehaviorType } from '../../src/scenario/schema.ts';

const described = describeBehaviors();

describe('the description of behaviors', () => {
  it('has every type once, with every key of its schema but `states`', () => {
    expect(described.map(({ type }) => type).sort()).toEqual([...BEHAVIOR_TYPES].sort());
    for (const { type, parameters, settings } of described) {
      const names = [...parameters, ...settings].map(({ name }) => name);
      const keys = Object.keys(BEHAVIORS[type as BehaviorType].schema.shape).filter(
        (key) => key !== 'type' && key !== 'states',
      );
      expect(names.sort(), type).toEqual(keys.sort());
    }
  });

  it('says what each behavior does, and what each key means', () => {
    for (const { type, description, parameters, settings } of described) {
      expect(description.length, type).toBeGreaterThan(20);
      for (const key of [...parameters, ...settings]) {
        expect(key.description.length, `${type}.${key.name}`).toBeGreaterThan(10);
      }
    }
  });

  it('gives kinds and defaults', () => {
    const homing = described.find(({ type }) => type === 'homing');
    expect(homing?.settings.find(({ name }) => name === 'turn')).toMatchObject({
      kind: '"rotate" | "add"',
      default: '"rotate"',
    });
    expect(homing?.settings.find(({ name }) => name === 'target')).toMatchObject({
      kind: 'name',
      default: undefined,
    });
    const cohesion = described.find(({ type }) => type === 'cohesion');
    expect(cohesion?.settings).toMatchObject([
      { name: 'species', kind: 'names' },
      { name: 'of', kind: '"direction" | "offset"', default: '"direction"' },
    ]);
  });
});

it('docs/behaviors.md names every behavior and key', () => {
  const file = new URL('../../../../docs/behaviors.md', import.meta.url);
  const page = readFileSync(file, 'utf8');
  for (const { type, description, parameters, settings } of described) {
    const part = page.split(`\n### ${type}\n`)[1]?.split('\n### ')[0] ?? '';
    // Paragraphs are wrapped.
    const section = part.replaceAll(/\s+/g, ' ');
    expect(section).toContain(description.replaceAll('|', '\\|'));
    for (const { name, description: meaning } of [...parameters, ...settings]) {
      expect(section, type).toContain(`| \`${name}\` |`);
      expect(section, type).toContain(meaning.replaceAll('|', '\\|'));
    }
    for (const { name, min, max } of parameters)
      expect(section, name).toContain(`${min} to ${max}`);
  }
});
