const OUTSIDE_BASIC_PLANE = /[\ud800-\udfff]/;

/**
 * The characters of a text. A character outside the basic plane, such as an emoji, is one character, although a string
 * stores it as two units. JSON Schema counts in the same way.
 */
export function charactersOf(text: string): ArrayLike<string> {
  return OUTSIDE_BASIC_PLANE.test(text) ? [...text] : text;
}
