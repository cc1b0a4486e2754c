import * as z from 'zod/mini';

/** The type of a key without its default or optional wrappers, and its default value. */
export function unwrap(field: z.ZodMiniType): { type: z.ZodMiniType; usual: unknown } {
  if (field instanceof z.ZodMiniDefault || field instanceof z.ZodMiniPrefault) {
    const { type } = unwrap(field.def.innerType as z.ZodMiniType);
    return { type, usual: field.def.defaultValue };
  }
  if (field instanceof z.ZodMiniOptional) return unwrap(field.def.innerType as z.ZodMiniType);
  return { type: field, usual: undefined };
}
