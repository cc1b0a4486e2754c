/** A model cannot be drawn: where it is wrong, what was found there, and what was expected. */
export class ModelError extends Error {
  constructor(path: string, found: string, expected: string) {
    super(`${path}: found ${found}, expected ${expected}`);
  }
}
