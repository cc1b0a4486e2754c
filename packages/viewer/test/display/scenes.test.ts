import { readdirSync, readFileSync } from 'node:fs';
import { parseScenarioText, type Scenario } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { type Change, namedChange, valueIn } from '../../src/changes.ts';

const FOLDER = new URL('../../../../scenarios/', import.meta.url);

function scenesIn(folder: URL): Scenario[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.includes('schema'))
    .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')));
}

const SCENES = [...scenesIn(FOLDER), ...scenesIn(new URL('models/', FOLDER))];

/** The values that the scene itself gives to the parameters of each control. */
function valuesOf(
  scenario: Scenario,
  of: readonly Omit<Change, 'value'>[],
): (number | undefined)[] {
  return of.map((one) => {
    const species = scenario.species.find(({ name }) => name === one.species)!;
    return valueIn(species, namedChange(species, { ...one, value: 0 }));
  });
}

describe.each(SCENES.map((scenario) => [scenario.name, scenario] as const))(
  '%s',
  (name, scenario) => {
    const {
      title,
      question,
      group,
      tags = [],
      color,
      plot,
      controls = [],
    } = scenario.display ?? {};

    it('has everything that the page shows of a scene', () => {
      expect([title, group, color, plot].includes(undefined)).toBe(false);
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(tags.length).toBeGreaterThan(0);
      expect(controls.length).toBeGreaterThan(0);
      const others = SCENES.filter((scenario) => scenario.name !== name).map(
        ({ display }) => display?.title,
      );
      expect(others).not.toContain(title);
    });

    it('begins with values that its controls can show', () => {
      for (const control of controls) {
        if (control.type === 'matrix') {
          const { species, behavior, parameters, min, max } = control;
          const of = parameters.flatMap((row, k) =>
            row.map((parameter) => ({ species: species[k]!, behavior, parameter })),
          );
          for (const value of valuesOf(scenario, of)) {
            expect(value).toBeGreaterThanOrEqual(min);
            expect(value).toBeLessThanOrEqual(max);
          }
          continue;
        }
        const of = control.of as readonly Omit<Change, 'value'>[];
        // A control shows one value, so all its parameters must begin with it.
        const [value, ...others] = new Set(valuesOf(scenario, of));
        expect(others, control.label).toEqual([]);
        if (control.type === 'switch') {
          expect([control.on, control.off]).toContain(value);
          continue;
        }
        expect(value, control.label).toBeGreaterThanOrEqual(control.min);
        expect(value, control.label).toBeLessThanOrEqual(control.max);
      }
    });
  },
);
