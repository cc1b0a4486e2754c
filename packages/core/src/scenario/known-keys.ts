import { closest, distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { unwrap } from '../schema/unwrap.ts';
import { lawTypeOf } from './law-type.ts';

/** Letters that a slip of the fingers changes at most. */
const SLIP = 2;

/** The word of `known` that `word` is a slip of, or the name of a law; undefined when none is near. */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  const law = lawTypeOf({ name: word });
  if (known.includes(law)) return law;
  const lower = word.toLowerCase();
  // To compare a word of megabytes with others takes seconds.
  const alike = known.filter((one) => Math.abs(one.length - lower.length) <= SLIP);
  if (alike.length === 0) return undefined;
  const candidate = closest(lower, alike);
  const near = distance(lower, candidate.toLowerCase());
  return near <= SLIP && near < candidate.length - 1 ? candidate : undefined;
}

/** The keys that `schema` knows in the object that stands at `path` of `input`. */
export function knownKeys(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  input: unknown,
): readonly string[] {
  const [key, ...rest] = path;
  const inner = optionFor(schema, input);
  if (key === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  const value = (input as Record<PropertyKey, unknown>)[key];
  if (inner instanceof z.ZodArray) return knownKeys(inner.element as z.ZodType, rest, value);
  if (inner instanceof z.ZodObject && Object.hasOwn(inner.shape, key)) {
    return knownKeys(inner.shape[key as string], rest, value);
  }
  return [];
}

/** What decides on the keys of `input`: of a union the option that it says to be. */
function optionFor(schema: z.ZodType, input: unknown): z.ZodType {
  const { type } = unwrap(schema);
  if (!(type instanceof z.ZodDiscriminatedUnion)) return type;
  const { discriminator } = type.def;
  const tag = (input as Record<string, unknown> | null | undefined)?.[discriminator];
  const option = type.options.find((one) => {
    const literal = (one as z.ZodObject).shape[discriminator];
    return literal instanceof z.ZodLiteral && literal.value === tag;
  });
  return option === undefined ? type : optionFor(option as z.ZodType, input);
}
