import { SkeinError, show } from '../errors.ts';

/** A law was refused; `law` is its name in quotes, empty where it has none. */
export class LawError extends SkeinError {
  readonly law: string;
  /** What is wrong in the law: a key, a parameter, or a node with its number; empty where it is no law at all. */
  readonly where: string;
  readonly found: string;
  readonly expected: string;

  /** `said` stands for found and expected in the message where it says more. */
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

/** A law's name as errors have it. */
export function lawName(name: unknown): string {
  return name === undefined ? '' : show(name);
}

/** An expression was made of something else than it takes; `defineLaw` says of which law it is. */
export class ExpressionError extends TypeError {
  /** The method or function that was called; empty where that cannot be known. */
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
