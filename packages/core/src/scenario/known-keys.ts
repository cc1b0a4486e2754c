import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { unwrap } from '../schema/unwrap.ts';
import { nearestFirst, slipOf } from '../slip.ts';
import { lawTypeOf } from './law-type.ts';

/**
 * Returns the word of `known` that the author of `word` probably meant; undefined if there is none. If the author wrote
 * the name of a law, the result is the type of this law. Otherwise the result is a similar word.
 */
export function meantBy(word: string, known: readonly string[]): string | undefined {
  const law = lawTypeOf({ name: word });
  return known.includes(law) ? law : slipOf(word, known);
}

/**
 * Guesses which entry of the list `known` was meant by the text `word`. Returns a question about this entry:
 * " (did you mean …?)". Returns an empty text if there is no good guess.
 */
export function guessText(word: string, known: readonly string[]): string {
  const meant = meantBy(word, known);
  return meant === undefined ? '' : ` (did you mean ${show(meant)}?)`;
}

/**
 * The maximum length of a list of choices that is never shortened. A longer list is shortened if the author probably
 * meant one of its words.
 */
const MANY = 12;
/** The number of choices in a shortened list. */
const NEAREST = 5;

/**
 * Lists the choices for an error message about `word`. If there are many choices, and `word` probably stands for one of
 * them, names only the most similar choices. Otherwise names all choices.
 */
export function choicesText(word: string, known: readonly string[]): string {
  const cut = known.length > MANY && meantBy(word, known) !== undefined;
  const named = cut ? nearestFirst(word, known).slice(0, NEAREST) : known;
  const others = cut ? `, or ${known.length - NEAREST} others` : '';
  return `one of ${named.map(show).join(', ')}${others}`;
}

/** Returns the keys, with their schemas, that `schema` allows in the object that is at `path` in `input`. */
export function shapeAt(
  schema: z.ZodMiniType,
  path: readonly PropertyKey[],
  input: unknown,
): Readonly<Record<PropertyKey, z.ZodMiniType>> {
  const [key, ...rest] = path;
  const inner = optionFor(schema, input);
  const shape = (inner instanceof z.ZodMiniObject ? inner.shape : {}) as Record<
    PropertyKey,
    z.ZodMiniType
  >;
  if (key === undefined) return shape;
  const value = (input as Record<PropertyKey, unknown>)[key];
  if (inner instanceof z.ZodMiniArray)
    return shapeAt(inner.def.element as z.ZodMiniType, rest, value);
  return Object.hasOwn(shape, key) ? shapeAt(shape[key], rest, value) : {};
}

/**
 * Returns the schema that determines the keys of `input`. For a union with a discriminator, the result is the option
 * that the discriminator selects. For any other union, the result is the object that shares the most keys with `input`.
 */
function optionFor(schema: z.ZodMiniType, input: unknown): z.ZodMiniType {
  const { type } = unwrap(schema);
  if (type instanceof z.ZodMiniDiscriminatedUnion) {
    const { discriminator, options } = type.def as z.core.$ZodDiscriminatedUnionDef;
    const tag = (input as Record<string, unknown> | null | undefined)?.[discriminator];
    const option = options.find((one) => {
      const literal = (one as z.ZodMiniObject).shape[discriminator];
      return literal instanceof z.ZodMiniLiteral && literal.def.values[0] === tag;
    });
    return option === undefined ? type : optionFor(option as z.ZodMiniType, input);
  }
  if (!(type instanceof z.ZodMiniUnion)) return type;
  const objects = (type.def.options as z.ZodMiniType[]).filter(
    (option) => option instanceof z.ZodMiniObject,
  );
  const shared = ({ shape }: z.ZodMiniObject) =>
    Object.keys(Object(input)).filter((key) => Object.hasOwn(shape, key)).length;
  return objects.sort((a, b) => shared(b) - shared(a))[0] ?? type;
}
