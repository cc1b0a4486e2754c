import * as z from 'zod/mini';

/**
 * Returns the default value of a key, and its type. Wrappers for defaults and optional keys are removed from the type.
 */
export function unwrap(field: z.ZodMiniType): { type: z.ZodMiniType; usual: unknown } {
  if (field instanceof z.ZodMiniDefault || field instanceof z.ZodMiniPrefault) {
    const { type } = unwrap(field.def.innerType as z.ZodMiniType);
    return { type, usual: field.def.defaultValue };
  }
  if (field instanceof z.ZodMiniOptional) return unwrap(field.def.innerType as z.ZodMiniType);
  return { type: field, usual: undefined };
}
