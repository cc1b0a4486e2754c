import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the page as `npm run site` builds it. */
    site: string;
  }
}

/** Builds the page once for all tests of it. */
export default async function buildSite(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'skein-site-'));
  const configFile = join(root, 'vite.config.ts');
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  project.provide('site', outDir);
  return () => rm(outDir, { recursive: true, force: true });
}
