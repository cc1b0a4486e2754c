/**
 * The error for a model that cannot be drawn. The message says where the error is, what was found, and what was
 * expected.
 */
export class ModelError extends Error {
  constructor(path: string, found: string, expected: string) {
    super(`${path}: found ${found}, expected ${expected}`);
  }
}
