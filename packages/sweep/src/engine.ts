import { createRequire } from 'node:module';

/** The version of @skein/core, which steps the runs: with another one they may have other bits. */
export const ENGINE: string = createRequire(import.meta.url)('@skein/core/package.json').version;
