import type { Law } from '../laws/law.ts';

/** The type of a behavior whose law the scenario carries: "law:" and the name of the law. */
export type LawType = `law:${string}`;

const PREFIX = 'law:';

export function lawTypeOf({ name }: Pick<Law, 'name'>): LawType {
  return `${PREFIX}${name}`;
}

export function isLawType(type: string): type is LawType {
  return type.startsWith(PREFIX);
}

/** The law of a type of behavior; undefined for those of the engine's own. */
export function lawOf(type: string, laws: readonly Law[] = []): Law | undefined {
  return isLawType(type) ? laws.find((law) => lawTypeOf(law) === type) : undefined;
}
