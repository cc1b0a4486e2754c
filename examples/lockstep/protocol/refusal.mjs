/** A message or an argument was refused. The error says where the problem is, what was found and what was expected. */
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
 * Formats a value for an error message. It is short, even for a huge value.
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
