import { describe, it } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';

/** True in `npm run test:long`; `npm test` skips tests that take long in a software renderer. */
export const SLOW = LONG;

/** A test that only `npm run test:long` runs. */
export const slow = it.runIf(SLOW);

/** A group of such tests. */
export const slowly = describe.runIf(SLOW);
