import { SkeinError } from '../errors.ts';

/** A law was refused; `law` is its name, as far as it has one. */
export class LawError extends SkeinError {
  readonly law: string;
  /** What is wrong in the law: a key, a parameter, or a node with its number. */
  readonly where: string;
  readonly found: string;
  readonly expected: string;

  constructor(law: string, where: string, found: string, expected: string, cause?: unknown) {
    super('LAW_INVALID', `Law ${law}: ${where}: found ${found}, expected ${expected}.`, { cause });
    this.law = law;
    this.where = where;
    this.found = found;
    this.expected = expected;
  }
}
