import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notesOf, problemsOf, release } from '../packages/changelog.mjs';
import { manifestOf, PUBLIC, root } from '../packages/manifests.mjs';

const change = (summary: string, type = 'minor') => ({
  id: 'brave',
  summary,
  releases: [{ type }],
});

const BEFORE = `# Changes

Two rules.

## Unreleased

### Fixed

- One.
- Two,
  on two lines.

## 0.1.0

2026-11-22. The first.
`;

test('notes of changesets go below the headings of the unreleased section, which becomes a version', () => {
  const changes = [
    change('Hashes: the scene `maze`.'),
    change('Fixed: three,\non two lines.', 'patch'),
    change('Added: four.'),
  ];
  expect(release(BEFORE, '0.2.0', '2026-12-01', changes)).toBe(`# Changes

Two rules.

## Unreleased

## 0.2.0

2026-12-01

### Added

- Four.

### Fixed

- One.
- Two,
  on two lines.
- Three,
  on two lines.

### Hashes

- The scene \`maze\`.

## 0.1.0

2026-11-22. The first.
`);
});

test('a second release leaves the first unchanged', () => {
  const first = release(BEFORE, '0.2.0', '2026-12-01', []);
  const second = release(first, '0.2.1', '2026-12-02', [change('Fixed: five.', 'patch')]);
  expect(notesOf(second, '0.2.0')).toBe(notesOf(first, '0.2.0'));
  expect(notesOf(second, '0.2.1')).toBe('2026-12-02\n\n### Fixed\n\n- Five.');
});

test('a changeset without a heading, and a patch that changes hashes, are refused', () => {
  const changes = [
    change('Something new'),
    change('Hashes: all', 'patch'),
    change('Hashes: all'),
    change('Fixed: one', 'patch'),
  ];
  expect(problemsOf(changes)).toEqual([
    expect.stringMatching(
      /^\.changeset\/brave\.md: found "Something new", expected one of "Added:"/,
    ),
    '.changeset/brave.md: found a patch that changes hashes, expected minor or major',
  ]);
});

test('a version that the changelog does not have is refused', () => {
  expect(() => notesOf(BEFORE, '0.1')).toThrow('CHANGELOG.md: found no "## 0.1"');
});

test('the changelog has the version of the packages, and changesets that can join it', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  expect(notesOf(changelog, manifestOf('core').version)).not.toBe('');
  const folder = join(root, '.changeset');
  const texts = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const changes = texts.map((name) => {
    const [, front, summary] = readFileSync(join(folder, name), 'utf8').split(/^---\n/m);
    const lines = [...front!.matchAll(/^["']?([^"':]+)["']?: (\w+)$/gm)];
    const packages = PUBLIC.map((home) => manifestOf(home).name);
    for (const [, home] of lines) expect(packages, name).toContain(home);
    const types = lines.map((found) => ({ type: found[2]! }));
    return { id: name, summary: summary!.trim(), releases: types };
  });
  expect(problemsOf(changes)).toEqual([]);
});

test('changesets give all packages one version', () => {
  const config = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8'));
  expect(config.fixed).toEqual([PUBLIC.map((folder) => manifestOf(folder).name)]);
});
