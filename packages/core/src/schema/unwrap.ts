import * as z from 'zod';

/** What a key holds once it is there, and what stands for it when it is left out. */
export function unwrap(field: z.ZodType): { type: z.ZodType; standard: unknown } {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault) {
    const { type } = unwrap(field.def.innerType as z.ZodType);
    return { type, standard: field.def.defaultValue };
  }
  if (field instanceof z.ZodOptional) return unwrap(field.def.innerType as z.ZodType);
  return { type: field, standard: undefined };
}
