import { appendFileSync } from 'node:fs';

/** @type {import('node:module').LoadHook} */
export const load = (url, context, next) => {
  appendFileSync(process.env.SKEIN_LOADS ?? '', `${url}\n`);
  return next(url, context);
};
