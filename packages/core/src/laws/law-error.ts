import { SkeinError, show } from '../errors.ts';

/** Thrown if a law is refused. `law` is the name of the law in quotes, or empty if the law has no name. */
export class LawError extends SkeinError {
  readonly law: string;
  /**
   * The place of the problem in the law: a key, a parameter, or a node with its number. Empty if the input is not a law
   * at all.
   */
  readonly where: string;
  readonly found: string;
  readonly expected: string;

  /** Where other words are clearer, `said` replaces "found ..., expected ..." in the message. */
  constructor(
    law: string,
    where: string,
    found: string,
    expected: string,
    cause?: unknown,
    said = `found ${found}, expected ${expected}`,
  ) {
    const place = [law === '' ? 'A law' : `Law ${law}`, ...(where === '' ? [] : [where])];
    super('LAW_INVALID', `${place.join(': ')}: ${said}.`, { cause });
    this.law = law;
    this.where = where;
    this.found = found;
    this.expected = expected;
  }
}

/** Returns the name of a law as error messages show it. */
export function lawName(name: unknown): string {
  return name === undefined ? '' : show(name);
}

/** Thrown if an expression is built from a wrong argument. `defineLaw` adds the name of the law. */
export class ExpressionError extends TypeError {
  /** The method or function that was called; empty if that is unknown. */
  readonly where: string;
  readonly found: string;
  readonly expected: string;

  constructor(where: string, found: string, expected: string) {
    super(`${where === '' ? '' : `${where}: `}found ${found}, expected ${expected}.`);
    this.where = where;
    this.found = found;
    this.expected = expected;
  }
}
