import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { liveScenes, repositoryLinks, SITE, siteLinks } from '../../docs/.vitepress/markdown.mjs';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const LINKED = '[![A maze](images/scenes/maze.webp)](../scenarios/maze.json)';

function render(text: string, relativePath = 'crowds.md'): string {
  const markdown = new MarkdownIt({ html: true });
  liveScenes(markdown as never);
  siteLinks(markdown as never);
  repositoryLinks(markdown as never, 'https://example.org/');
  return markdown.render(text, { relativePath });
}

it('a picture that links to a scene runs the scene', () => {
  expect(render(`Before\n\n${LINKED}\n\nAfter\n`)).toBe(
    '<p>Before</p>\n<LiveScene scene="maze">\n' +
      '<img src="images/scenes/maze.webp" alt="A maze"></LiveScene>\n<p>After</p>\n',
  );
});

it('it runs automatically only on the home page', () => {
  expect(render(LINKED, 'index.md')).toContain('<LiveScene scene="maze" playing>');
  expect(render(LINKED)).not.toContain('playing');
});

it.each([
  ['a link of words', '[the maze](../scenarios/maze.json)'],
  ['a picture without a link', '![A maze](images/scenes/maze.webp)'],
  ['a picture that links elsewhere', '[![A maze](images/scenes/maze.webp)](scenes.md)'],
  ['a picture between words', `See ${LINKED} for it.`],
])('does not change %s', (_, text) => {
  expect(render(text)).not.toContain('LiveScene');
});

it('a link to the published site leads to the same page of this site', () => {
  expect(render(`[goal](${SITE}behaviors.html#goal)`)).toBe(
    '<p><a href="./behaviors.md#goal">goal</a></p>\n',
  );
});

describe.each(readdirSync(DOCS).filter((file) => file.endsWith('.md')))('%s', (file) => {
  it('has a picture and a file of each of its scenes', () => {
    const html = render(readFileSync(`${DOCS}${file}`, 'utf8'), file);
    for (const [, scene, rest] of html.matchAll(/<LiveScene scene="(.*?)"(.*?)<\/LiveScene>/gs)) {
      expect(rest).toContain(`src="images/scenes/${scene}.webp"`);
      expect(existsSync(`${DOCS}images/scenes/${scene}.webp`), scene).toBe(true);
      expect(existsSync(`${DOCS}../scenarios/${scene}.json`), scene).toBe(true);
    }
  });
});
