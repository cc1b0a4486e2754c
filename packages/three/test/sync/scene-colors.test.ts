import { readdirSync, readFileSync } from 'node:fs';
import { createWorld, parseScenarioText, type Scenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';
import { cssColor } from '../../src/sync/color-scale.ts';
import { DrawnState } from '../../src/sync/drawn-state.ts';

const FOLDER = new URL('../../../../scenarios/', import.meta.url);

function scenesIn(folder: URL): Scenario[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.includes('schema'))
    .map((file) => parseScenarioText(readFileSync(new URL(file, folder), 'utf8')));
}

const SCENES = [...scenesIn(FOLDER), ...scenesIn(new URL('models/', FOLDER))];
const NAMED = SCENES.filter(({ display }) => display?.color?.values !== undefined);

/** The ticks after which the colors are compared, in s of the scene: at the start, and when much has happened. */
const SECONDS = [0, 4, 12];

describe('the colors of states and named values', () => {
  it('exist in every scene with states, and in the epidemic', () => {
    const names = NAMED.map(({ name }) => name);
    for (const { name, species } of SCENES) {
      if (species.some(({ states }) => states !== undefined)) expect(names).toContain(name);
    }
    expect(names).toContain('epidemic');
  });

  it.each(NAMED.map((scenario) => [scenario.name, scenario] as const))(
    'of %s are those that the legend gives',
    (_, scenario) => {
      const world = createWorld(scenario);
      const state = new DrawnState(world);
      const { by, values = [] } = scenario.display!.color!;
      const column = by === 'state' ? 'state' : by.slice('column:'.length);
      state.paint.by = by;
      const seen = new Set<string>();
      for (const seconds of SECONDS) {
        tick(world, Math.round(seconds / scenario.dt) - world.tick);
        state.copyFrom(world);
        const { paint, living } = state;
        const { views } = world;
        const legend = new Map(paint.kinds!.map(({ name, color }) => [name, color]));
        expect(legend.size, 'each name once').toBe(paint.kinds!.length);
        for (let i = 0; i < living; i++) {
          const species = scenario.species[views.species[i]];
          const value = (views.columns[column] as Uint32Array)[i];
          const wanted = by === 'state' ? species.states?.[value]?.name : value;
          const fits = values.filter((one) => one.value === wanted);
          const named =
            fits.find((fit) => fit.species === species.name) ??
            fits.find((fit) => fit.species === undefined);
          const name = named?.name ?? species.name;
          seen.add(name);
          const [r, g, b] = paint.colors.subarray(4 * i, 4 * i + 3);
          expect(cssColor([r!, g!, b!]), `${name}, agent ${i}`).toBe(legend.get(name));
        }
      }
      expect(seen.size).toBeGreaterThan(1);
    },
  );
});
