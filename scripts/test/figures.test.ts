import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../packages/core/test/helpers/long.ts';
import { withFigure } from '../figures/figure.mjs';
import { FIGURES } from '../figures/index.mjs';

const read = (page: string) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

describe.each(Object.entries(FIGURES))('the figures "%s"', (name, figure) => {
  it('are on a page that names their command', () => {
    expect(read(figure.page)).toContain(`npm run tool -- figures ${name}`);
  });

  it.runIf(LONG)(
    'are those that the page prints (written by `npm run tool -- figures`)',
    async () => {
      const page = read(figure.page);
      expect(page).toBe(withFigure(page, figure, await figure.rows()));
    },
    600_000,
  );
});

describe('withFigure', () => {
  const page =
    '## One\n\n| a | b |\n| --- | --- |\n| x | 1 |\n\n## Two\n\n| a | b | c |\n| x | 1 | 2 |\n| x | 2 | 3 |';

  it('replaces rows of its section only, by their first cells', () => {
    expect(withFigure(page, { heading: '## One', keys: 1 }, [['x', '7']])).toBe(
      page.replace('| x | 1 |\n\n', '| x | 7 |\n\n'),
    );
    expect(withFigure(page, { heading: '## Two', keys: 2 }, [['x', '2', '9']])).toBe(
      page.replace('| x | 2 | 3 |', '| x | 2 | 9 |'),
    );
  });

  it.each([
    ['## Three', 1, ['x', '7'], 'no heading "## Three"'],
    ['## One', 1, ['y', '7'], '0 rows "y"'],
    ['## Two', 1, ['x', '1', '2'], '2 rows "x"'],
    ['## One', 1, ['x', '7', '8'], 'has not 3 cells'],
  ])('refuses %s with %d keys and the row %j', (heading, keys, row, words) => {
    expect(() => withFigure(page, { heading, keys }, [row])).toThrow(words);
  });
});
