import { show } from '../errors.ts';
import { slipOf } from '../slip.ts';
import { ExpressionError } from './law-error.ts';

/** What promises and JSON ask any object for. */
const ASKED: ReadonlySet<string> = new Set(['then', 'toJSON']);

/**
 * The values that a function of a law is given, frozen; a key that is none of theirs is an error, not an undefined
 * value.
 *
 * @param name what the function calls them: "self"
 */
export function withKnownKeys<Values extends object>(name: string, values: Values): Values {
  return new Proxy(Object.freeze(values), {
    get(target, key) {
      if (key in target || typeof key === 'symbol' || ASKED.has(key))
        return Reflect.get(target, key);
      const known = Object.keys(target);
      const meant = slipOf(key, known);
      const guess = meant === undefined ? '' : ` (did you mean ${show(meant)}?)`;
      const expected = `one of ${known.join(', ')}`;
      throw new ExpressionError(`${name}.${key}`, `no such value or column${guess}`, expected);
    },
  });
}
