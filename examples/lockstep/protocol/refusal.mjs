/** What the other side, or a caller, has sent is not used: where, what was found there, what would be right. */
export class Refusal extends Error {
  /** @param {string} where @param {string} found @param {string} expected */
  constructor(where, found, expected) {
    super(`${where}: found ${found}, expected ${expected}`);
    this.name = 'Refusal';
    this.where = where;
    this.found = found;
    this.expected = expected;
  }
}

/**
 * Shows a value in an error message: short, and never the whole of a huge input.
 *
 * @param {unknown} value
 */
export function show(value) {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string')
    return JSON.stringify(value.slice(0, 57)) + (value.length > 57 ? '...' : '');
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
