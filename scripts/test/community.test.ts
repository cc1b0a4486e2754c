import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestOf, root } from '../packages/manifests.mjs';

const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

describe.each(readdirSync(join(root, '.github/workflows')))('the workflow %s', (name) => {
  const workflow: { jobs: Record<string, { steps: { run?: string; uses?: string }[] }> } = parse(
    text('.github/workflows', name),
  );
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  // What is slow runs once a week, for itself.
  test.skipIf(name === 'long.yml')('calls what checks everything', () => {
    const lines = steps.flatMap(({ run }) => run ?? []);
    expect(lines).toContain('npm run tool -- packages-check');
    expect(lines).toContain('.ci/run');
    expect(existsSync(join(root, '.ci/run'))).toBe(true);
  });

  test('pins versions of actions, and has no more rights than it needs', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@v\d+$/);
    expect(workflow).toMatchObject({ permissions: { contents: 'read' } });
  });
});

test('continuous integration runs on Linux, macOS and Windows', () => {
  const { matrix } = parse(text('.github/workflows/ci.yml')).jobs.test.strategy;
  expect(matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
});

test.each(['bug.yml', 'idea.yml'])('the form %s has all required fields', (name) => {
  const form = parse(text('.github/ISSUE_TEMPLATE', name));
  expect(Object.keys(form)).toEqual(['name', 'description', 'labels', 'body']);
  const ids = form.body.map((field: { id: string }) => field.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, attributes } of form.body) {
    expect(['textarea', 'input', 'dropdown']).toContain(type);
    expect(attributes.label).toEqual(expect.any(String));
    // YAML reads an unquoted No as false.
    for (const option of attributes.options ?? []) expect(option).toEqual(expect.any(String));
  }
});

test('the citation names the current version', () => {
  const citation = parse(text('CITATION.cff'));
  expect(citation.version).toBe(manifestOf('core').version);
  expect(citation['date-released']).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'software', license: 'MIT' });
});

test.each([
  '.github/SECURITY.md',
  '.github/CODE_OF_CONDUCT.md',
  'CHANGELOG.md',
  '.changeset/README.md',
])('the links of %s lead to files that there are', (page) => {
  const targets = [...text(page).matchAll(/\]\((?!https:)([^)#]+)/g)].map((found) => found[1]!);
  for (const target of targets)
    expect(existsSync(join(root, page, '..', target)), target).toBe(true);
});
