import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { openPage } from './open-page.ts';
import { waitForTick } from './replay.ts';
import { slow } from './slow.ts';

const PACKAGES = fileURLToPath(new URL('../..', import.meta.url));

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));

/** Dependencies of @skein/worker that only its threads in Node need. */
const NODE_ALONE = ['piscina'];
/** Dependencies of the named packages. */
const ALONG = [
  ...['workbox-core', 'workbox-strategies'],
  // of @skein/core/ground
  ...['navcat', 'mathcat'],
  // of CodeMirror
  ...['@lezer/javascript', '@lezer/json', '@lezer/lr', '@marijn/find-cluster-break'],
  ...['crelt', 'style-mod', 'w3c-keyname'],
  // of sucrase
  ...['@jridgewell/gen-mapping', '@jridgewell/resolve-uri', '@jridgewell/sourcemap-codec'],
  ...['@jridgewell/trace-mapping', 'lines-and-columns', 'ts-interface-checker'],
];

/** The packages that the built page names itself, without those of Skein. */
function namesOfParts(): string[] {
  const all = ['core', 'worker', 'viewer'].map(manifestOf);
  const named = all.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  return [...new Set([...named, ...ALONG])].filter(
    (name) => !name.startsWith('@skein/') && !NODE_ALONE.includes(name),
  );
}

describe('the licenses of the built page', () => {
  const text = readFileSync(join(inject('site'), 'licenses.txt'), 'utf8');
  const [own, ...parts] = text.split(/^## /m);

  it('are those of Skein and of all packages in it, with their texts', () => {
    expect(own).toContain('MIT License');
    const words = new Map(parts.map((part) => [/^\S+/.exec(part)![0], part]));
    expect([...words.keys()].sort()).toEqual(namesOfParts().sort());
    for (const [name, part] of words) {
      expect(part, name).toMatch(/Permission is hereby granted|Apache License\s+Version 2\.0/);
      expect(part, name).toMatch(/Copyright \(c\)|Copyright \d{4}|Copyright ©|copyright license/i);
    }
  });

  slow('open from the list of keys, beside the run', async () => {
    const { page, errors, close } = await openPage('?scene=flock&workers=1');
    try {
      await waitForTick(page, 2);
      await page.keyboard.press('?');
      const opening = page.context().waitForEvent('page');
      await page.getByRole('link', { name: 'Licenses' }).click();
      const opened = await opening;
      await opened.waitForLoadState();
      expect(await opened.locator('body').textContent()).toContain('## three - ');
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });
});
