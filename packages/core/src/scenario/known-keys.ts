import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';

/** Letters that a slip of the fingers changes at most. */
const SLIP = 2;

/** The word of `known` that `word` is a slip of; undefined when none is near. */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = closest(word.toLowerCase(), [...known]);
  const near = distance(word.toLowerCase(), candidate.toLowerCase());
  return near <= SLIP && near < candidate.length - 1 ? candidate : undefined;
}

/** The keys that `schema` knows in the object that stands at `path` of `input`. */
export function knownKeys(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  input: unknown,
): readonly string[] {
  const [key, ...rest] = path;
  const inner = unwrap(schema, input);
  if (key === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  const value = (input as Record<PropertyKey, unknown>)[key];
  if (inner instanceof z.ZodArray) return knownKeys(inner.element as z.ZodType, rest, value);
  if (inner instanceof z.ZodObject && Object.hasOwn(inner.shape, key)) {
    return knownKeys(inner.shape[key as string], rest, value);
  }
  return [];
}

/** What decides on the keys of `input`: no default around it, and of a union the option it says to be. */
function unwrap(schema: z.ZodType, input: unknown): z.ZodType {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
  ) {
    return unwrap(schema.unwrap() as z.ZodType, input);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const type = (input as Record<string, unknown> | null | undefined)?.[schema.def.discriminator];
    const option = schema.options.find((one) => {
      const tag = (one as z.ZodObject).shape[schema.def.discriminator];
      return tag instanceof z.ZodLiteral && tag.value === type;
    });
    return option === undefined ? schema : unwrap(option as z.ZodType, input);
  }
  return schema;
}
