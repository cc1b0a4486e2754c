import type { ResolveHook } from 'node:module';
import { quietTypelessWarning } from './quiet-warning.ts';

// With this hook installed, Node loads modules in the thread of the hook, so its warnings appear here.
quietTypelessWarning();

/**
 * Resolves imports of @skein/core in modules of laws. If @skein/core is not installed for a module, the module gets the
 * copy that this command uses. This hook runs in the thread in which Node resolves imports.
 */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^@skein\/core(\/|$)/.test(specifier)) throw error;
    return await next(specifier, { ...context, parentURL: import.meta.url });
  }
};
