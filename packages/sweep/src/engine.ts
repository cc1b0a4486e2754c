import { createRequire } from 'node:module';

/** The version of @skein/core, which steps the runs. Other versions may give other results. */
export const ENGINE: string = createRequire(import.meta.url)('@skein/core/package.json').version;
