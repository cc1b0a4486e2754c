import { readFileSync } from 'node:fs';
import { createWorld, measure, parseScenario } from '@skein/core';
import { MEASURES } from '@skein/core/describe';
import { defineLaw, vec3 } from '@skein/core/laws';
import { expect, test } from 'vitest';
import { withMeasuresTables } from '../generate/measures-tables.mjs';

const page = readFileSync(new URL('../../docs/measures.md', import.meta.url), 'utf8');

/** Ignores the widths of columns, which the formatter sets. */
function plain(text: string): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

test('docs/measures.md has the tables of measures (written by `npm run generate`)', () => {
  expect(plain(page)).toBe(plain(withMeasuresTables(page)));
  for (const kind of Object.keys(MEASURES))
    expect(page).toMatch(new RegExp(`^\\| \`${kind}[\`(]`, 'm'));
});

test('the measures in docs/measures.md are valid', () => {
  const [, written = ''] = /## How they are written\n([\s\S]*?)\nSeveral/.exec(page) ?? [];
  const texts = [...written.matchAll(/^\| `(.*?)` +\|/gm)].map(([, text]) => text!);
  expect(texts.length).toBeGreaterThan(6);
  const crowding = defineLaw({
    name: 'crowding',
    description: 'Neighbors within 2 m.',
    force: ({ neighbors }) => vec3(neighbors.within(2).count(), 0, 0),
  });
  const scenario = parseScenario(
    {
      name: 'test',
      bounds: { type: 'wrap', min: [-5, -5, -5], max: [5, 5, 5] },
      fields: [{ name: 'trail', cells: [4, 4, 4] }],
      species: [
        {
          name: 'boid',
          count: 9,
          spawn: { type: 'sphere', center: [0, 0, 0], radius: 3, velocity: { speed: 1 } },
        },
      ],
    },
    { laws: [crowding] },
  );
  const values = texts.flatMap((text) => [...measure(createWorld(scenario), text.split('`, `'))]);
  expect(values.filter(Number.isFinite).length).toBeGreaterThan(6);
});
