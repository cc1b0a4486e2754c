/** True in `npm run test:long`; `npm test` runs fewer ticks and combinations of what takes long. */
export const LONG = process.env.SKEIN_LONG === '1';
