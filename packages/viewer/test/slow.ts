import { describe, it } from 'vitest';

/** True in `npm run pages`; `npm test` leaves out what takes long in a software renderer. */
export const SLOW = process.env.SKEIN_SLOW === '1';

/** A test that only `npm run pages` runs. */
export const slow = it.runIf(SLOW);

/** A group of such tests. */
export const slowly = describe.runIf(SLOW);
