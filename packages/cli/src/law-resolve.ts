import type { ResolveHook } from 'node:module';
import { quietTypelessWarning } from './quiet-warning.ts';

// With a hook, modules are loaded in its thread.
quietTypelessWarning();

/**
 * Finds what modules of laws import from Skein where they have no packages of their own: beside this
 * command. It runs in the thread of Node that resolves imports.
 */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^@skein\/core(\/|$)/.test(specifier)) throw error;
    return await next(specifier, { ...context, parentURL: import.meta.url });
  }
};
