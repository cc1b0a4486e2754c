import { readFileSync } from 'node:fs';
import { createWorld, parseScenario, tick } from '@skein/core';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/articles.md', root), 'utf8');

const SECTION = /\(\.\.\/scenarios\/([\w-]+)\.json\)\n\n```json\n([\s\S]*?)\n```/g;
const shown = [...page.matchAll(SECTION)].map(([, scene = '', text = '']) => ({ scene, text }));

it('docs/articles.md shows a scene for each of its articles', () => {
  expect(shown).toHaveLength(5);
  expect(page.match(/^## /gm)).toHaveLength(5);
});

describe.each(shown)('the scene $scene in docs/articles.md', ({ scene, text }) => {
  it('is short, and a part of the scene that runs beside it', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(18);
    const file = JSON.parse(readFileSync(new URL(`scenarios/${scene}.json`, root), 'utf8'));
    expectPart(JSON.parse(text), file, scene);
  });

  it('runs as it stands', () => {
    const world = createWorld(parseScenario(JSON.parse(text)));
    tick(world, 60);
    const { x, y } = world.views.velocity;
    expect([...x, ...y].some((speed) => speed !== 0)).toBe(true);
  });
});

/** Expects each value of `part` in `whole`; a list may be the beginning of a longer one. */
function expectPart(part: unknown, whole: unknown, path: string): void {
  if (typeof part !== 'object' || part === null) {
    expect(whole, path).toEqual(part);
    return;
  }
  expect(typeof whole, path).toBe('object');
  for (const [key, value] of Object.entries(part)) {
    expectPart(value, (whole as Record<string, unknown>)[key], `${path}.${key}`);
  }
}
