/** What a visitor chose; the address of the page holds it, so that a link shows the same run. */
export interface Choices {
  readonly scene: string;
  /** Seed of the run; the scenario's own when left out. */
  readonly seed?: number;
  /** Threads; as many as there are cores when left out. */
  readonly workers?: number;
}

export const MAX_WORKERS = 32;
const MAX_SEED = 0xffffffff;

/** The address asks for something that is not there; `problems` says so in plain words. */
export class AddressError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/**
 * Reads `?scene=beams&seed=1&workers=2`. What is not named takes its default; what is named wrong
 * is refused, all of it at once. Keys of others are let be.
 *
 * @throws AddressError
 */
export function readAddress(query: string, scenes: readonly string[]): Choices {
  const asked = new URLSearchParams(query);
  const problems: string[] = [];
  const scene = asked.get('scene') ?? scenes[0];
  if (!scenes.includes(scene)) {
    problems.push(`There is no scene called "${scene}". There are: ${scenes.join(', ')}.`);
  }
  const seed = readWhole(asked, 'seed', 0, MAX_SEED, problems);
  const workers = readWhole(asked, 'workers', 1, MAX_WORKERS, problems);
  if (problems.length > 0) throw new AddressError(problems);
  return {
    scene,
    ...(seed === undefined ? {} : { seed }),
    ...(workers === undefined ? {} : { workers }),
  };
}

/** The query for these choices; keys of others stay as they are. */
export function writeAddress(query: string, choices: Choices): string {
  const asked = new URLSearchParams(query);
  for (const key of ['scene', 'seed', 'workers'] as const) {
    const value = choices[key];
    if (value === undefined) asked.delete(key);
    else asked.set(key, String(value));
  }
  return `?${asked}`;
}

function readWhole(
  asked: URLSearchParams,
  key: string,
  least: number,
  most: number,
  problems: string[],
): number | undefined {
  const text = asked.get(key);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  problems.push(`"${key}" must be a whole number from ${least} to ${most}, not "${text}".`);
  return undefined;
}

/** How far the slider for threads goes: enough to see what more threads than cores do. */
export function mostWorkers(cores: number): number {
  return Math.min(MAX_WORKERS, Math.max(4, 2 * cores));
}
