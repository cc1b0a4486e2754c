import { SkeinError } from '../errors.ts';

/** A law was refused; `law` is its name, as far as it has one. */
export class LawError extends SkeinError {
  readonly law: string;

  /**
   * @param where what is wrong in the law: a key, a parameter, or a node with its number
   */
  constructor(law: string, where: string, found: string, expected: string, cause?: unknown) {
    super('LAW_INVALID', `Law ${law}: ${where}: found ${found}, expected ${expected}.`, { cause });
    this.law = law;
  }
}
