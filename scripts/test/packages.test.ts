import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LONG, long } from '../../packages/core/test/helpers/long.ts';
import { lintPackage } from '../packages/lint-package.mjs';
import { folderOf, manifestOf, PUBLIC, root } from '../packages/manifests.mjs';
import { fileNameOf } from '../packages/packed.mjs';
import { checkSizes } from '../packages/sizes.mjs';

test('all packages that are not private are published, after those they depend on', () => {
  const folders = readdirSync(join(root, 'packages'));
  const open = folders.filter((folder) => manifestOf(folder).private !== true);
  expect([...PUBLIC].sort()).toEqual(open.sort());
  const names = PUBLIC.map((folder) => manifestOf(folder).name);
  for (const [i, folder] of PUBLIC.entries()) {
    const own = Object.keys(manifestOf(folder).dependencies ?? {}).filter((name) =>
      names.includes(name),
    );
    expect(names.slice(0, i)).toEqual(expect.arrayContaining(own));
  }
});

describe.each(PUBLIC)('packages/%s', (folder) => {
  const manifest = manifestOf(folder);

  test('declares its repository, its description and how it is published', () => {
    const home = 'https://github.com/skein-sim/skein';
    expect(manifest).toMatchObject({
      homepage: `${home}/tree/main/packages/${folder}#readme`,
      bugs: `${home}/issues`,
      repository: { type: 'git', url: `git+${home}.git`, directory: `packages/${folder}` },
      license: 'MIT',
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest.description!.length).toBeGreaterThan(40);
    expect(manifest.keywords!.length).toBeGreaterThan(4);
  });

  test('has the version of all, ranges for what others make, and packages of this very version', () => {
    expect(manifest.version).toBe(manifestOf('core').version);
    const own = PUBLIC.map((value) => manifestOf(value).name);
    for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
      // They use internal entry points of each other, which change without notice.
      expect(range, name).toMatch(own.includes(name) ? /^workspace:\*$/ : /^\^\d/);
    }
  });

  test.runIf(LONG || folder === 'core')('has no problem that publint reports', async () => {
    expect(await lintPackage(folderOf(folder))).toEqual([]);
  });
});

long('pages load no more than they should', () => {
  expect(checkSizes()).toEqual([]);
});

test('files have the names that npm gives them', () => {
  expect(fileNameOf('@skein/core', '0.1.0')).toBe('skein-core-0.1.0.tgz');
  expect(fileNameOf('create-skein', '1.2.3-beta.1')).toBe('create-skein-1.2.3-beta.1.tgz');
});
