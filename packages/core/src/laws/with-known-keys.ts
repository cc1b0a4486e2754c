import { show } from '../errors.ts';
import { slipOf } from '../slip.ts';
import { ExpressionError } from './law-error.ts';

/** Promises and JSON read these keys of any object. Reading these keys must not throw an error. */
const ASKED: ReadonlySet<string> = new Set(['then', 'toJSON']);

/**
 * Wraps the values that are passed to a function of a law. The result is frozen. Reading an unknown key throws an error
 * instead of returning undefined.
 *
 * @param name the name that the function gives to the values, such as "self"
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
