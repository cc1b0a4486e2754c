import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { SITE } from '../../docs/.vitepress/markdown.mjs';
import { GROUPS } from '../../docs/.vitepress/pages.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOME = /^https:\/\/github\.com\/skein-sim\/skein\/(?:blob|tree)\/main\//;

/** The pages that `npm run build` writes. They are not in git. */
const GENERATED = ['docs/behaviors.md', 'docs/scenario.md'];

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

/** The files of the repository and their folders, with paths from the root. */
const PATHS = new Set(FILES.flatMap((file) => [file, ...foldersOf(file)]));

/** All Markdown files, with paths from the root. */
const PAGES = [...FILES.filter((file) => file.endsWith('.md')), ...GENERATED];

function foldersOf(file: string): string[] {
  const folder = posix.dirname(file);
  return folder === '.' ? [folder] : [folder, ...foldersOf(folder)];
}

interface Page {
  readonly anchors: ReadonlySet<string>;
  /** The links as written, each with its line. */
  readonly links: readonly (readonly [target: string, line: number])[];
}

const markdown = new MarkdownIt({ html: true });
const read = new Map<string, Page>();

function pageOf(file: string): Page {
  const known = read.get(file);
  if (known !== undefined) return known;
  const page = parsePage(readFileSync(join(ROOT, file), 'utf8'));
  read.set(file, page);
  return page;
}

function parsePage(text: string): Page {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const links: [string, number][] = [];
  const tokens = markdown.parse(text, {});
  // Cells of tables have no line, but their rows do.
  let line = 0;
  for (const [index, token] of tokens.entries()) {
    line = token.map?.[0] ?? line;
    if (token.type !== 'inline') continue;
    const children = token.children ?? [];
    if (tokens[index - 1]?.type === 'heading_open') {
      const words = children.filter(({ type }) => type === 'text' || type === 'code_inline');
      anchors.add(slugger.slug(words.map(({ content }) => content).join('')));
    }
    for (const child of children) {
      const target = child.attrGet('href') ?? child.attrGet('src');
      if (target !== null) links.push([target, line + 1]);
    }
  }
  return { anchors, links };
}

/** Changesets become parts of CHANGELOG.md, which is in the root. */
function folderOf(file: string): string {
  return posix.dirname(/^\.changeset\/(?!README)/.test(file) ? 'CHANGELOG.md' : file);
}

/** The problem of a link in a file; undefined if there is none. */
function problemOf(file: string, target: string): string | undefined {
  if (target.startsWith(SITE)) {
    const [page, anchor = ''] = target.slice(SITE.length).split('#');
    const isSchema = page === 'scenario.schema.json';
    const source = isSchema ? `../scenarios/${page}` : page.replace(/\.html$/, '.md');
    return problemOf(GENERATED[0], `${source}#${anchor}`);
  }
  const ours = HOME.test(target);
  if (!ours && /^[a-z]+:/.test(target)) return undefined;
  const [address, anchor] = target.split('#') as [string, string?];
  const path = ours ? address.replace(HOME, '') : posix.join(folderOf(file), address);
  const found = address === '' ? file : decodeURI(path);
  if (!existsSync(join(ROOT, found))) return `there is no ${found}`;
  if (!GENERATED.includes(file) && !PATHS.has(posix.join(found, '.').replace(/\/$/, ''))) {
    return `${found} is not in git, expected a link to ${SITE}`;
  }
  if (anchor === undefined || anchor === '') return undefined;
  if (!found.endsWith('.md') || statSync(join(ROOT, found)).isDirectory()) {
    return `${found} has no anchors`;
  }
  if (pageOf(found).anchors.has(anchor)) return undefined;
  return `${found} has no heading #${anchor}`;
}

describe('links', () => {
  it.each(PAGES)('of %s lead to files and headings that exist', (file) => {
    const problems = pageOf(file).links.flatMap(([target, line]) => {
      const problem = problemOf(file, target);
      return problem === undefined ? [] : [`${file}:${line}: ${target}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it('are found in text, tables, pictures and references, and not in code', () => {
    const text = [
      '# A `b` c',
      '[one](x.md) ![two](y.png)',
      '',
      '| a           |',
      '| ----------- |',
      '| [three][t]  |',
      '',
      '`[four](z.md)`',
      '',
      '[t]: w.md#q',
    ];
    const page = parsePage(text.join('\n'));
    expect(page.links).toEqual([
      ['x.md', 2],
      ['y.png', 2],
      ['w.md#q', 6],
    ]);
    expect([...page.anchors]).toEqual(['a-b-c']);
  });

  it.each([
    ['docs/no-such-page.md', 'no-such-page.md'],
    ['README.md#no-such-heading', '../README.md#no-such-heading'],
    ['a file of the repository', 'https://github.com/skein-sim/skein/blob/main/no-such-file'],
    ['a page of the site', `${SITE}no-such-page.html`],
    ['a heading of the site', `${SITE}behaviors.html#no-such-heading`],
    ['the same page', '#no-such-heading'],
    ['a page that is only on the site', 'behaviors.md'],
    ['the same by address', 'https://github.com/skein-sim/skein/blob/main/docs/behaviors.md'],
  ])('to %s are reported as broken', (_, target) => {
    expect(problemOf('docs/api.md', target)).toMatch(
      /^(?:there is no|docs\/|README).*(?:no-such|not in git)/,
    );
  });
});

describe('the site', () => {
  it('has every page of docs/ in its sidebar, once', () => {
    // docs/README.md is the index where there is no sidebar.
    const own = PAGES.filter((file) => /^docs\/(?!README)[^/]*\.md$/.test(file));
    const pages = own.map((file) =>
      file.replace('docs/index.md', 'docs/').replace(/^docs(.*?)(\.md)?$/, '$1'),
    );
    const listed = GROUPS.flatMap((group) => group.pages.map(({ link }) => link));
    expect([...listed].sort()).toEqual([...pages].sort());
  });
});
