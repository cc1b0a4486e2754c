import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT } from '../src/exit-codes.ts';
import { ended, SKEIN, shell, start, testFolder, write } from './skein.ts';

it('says that it is not built, and does not end as a scenario that is refused', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'bin'));
  write(folder, 'package.json', { type: 'module' });
  const copy = join(folder, 'bin', 'skein.js');
  copyFileSync(SKEIN, copy);
  const { code, stdout, stderr } = await ended(start(process.execPath, [copy, 'list']));
  expect({ code, stdout }).toEqual({ code: EXIT.failed, stdout: '' });
  expect(stderr).toMatch(/^skein: cannot start: Cannot find module .*main\.js.*\n$/);
});

it.runIf(process.platform === 'linux')('says that too few files may be open', async () => {
  const { code, stdout, stderr } = await shell('ulimit -n 32; skein list');
  expect({ code, stdout }).toEqual({ code: EXIT.failed, stdout: '' });
  expect(stderr).toMatch(/^skein: cannot start: .+\n$/);
});
