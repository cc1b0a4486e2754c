import type { Law } from '../laws/law.ts';

/** The type of a behavior whose law is in the scenario: "law:" followed by the name of the law. */
export type LawType = `law:${string}`;

const PREFIX = 'law:';

export function lawTypeOf({ name }: Pick<Law, 'name'>): LawType {
  return `${PREFIX}${name}`;
}

export function isLawType(type: string): type is LawType {
  return type.startsWith(PREFIX);
}

/** Returns the law that a type of behavior names. Undefined for a built-in type. */
export function lawOf(type: string, laws: readonly Law[] = []): Law | undefined {
  return isLawType(type) ? laws.find((law) => lawTypeOf(law) === type) : undefined;
}
