import * as z from 'zod/mini';

/** Returns the type of a key without its default or optional wrappers, and the default value. */
export function unwrap(field: z.ZodMiniType): { type: z.ZodMiniType; usual: unknown } {
  if (field instanceof z.ZodMiniDefault || field instanceof z.ZodMiniPrefault) {
    const { type } = unwrap(field.def.innerType as z.ZodMiniType);
    return { type, usual: field.def.defaultValue };
  }
  if (field instanceof z.ZodMiniOptional) return unwrap(field.def.innerType as z.ZodMiniType);
  return { type: field, usual: undefined };
}
