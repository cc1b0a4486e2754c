/**
 * npm cannot read `workspace:` dependencies, and newer versions of Node do not include corepack, so `npx` runs pnpm.
 */
export const pnpm = 'pnpm@12.21.0';
