import { loadPatiently } from '../offline/load-patiently.ts';

type Explaining = typeof import('./explain.ts');

let loaded: Explaining | undefined;
/** What to call when the code is there: each function once, however often it was given. */
const waiting = new Set<() => void>();

/**
 * The code of core that explains agents. It is loaded when it is first wanted, because it contains all of steering.
 * Returns undefined until then, and calls `onLoad` when it is there.
 */
export function explaining(onLoad: () => void): Explaining | undefined {
  if (loaded !== undefined) return loaded;
  if (waiting.size === 0) void load();
  waiting.add(onLoad);
  return undefined;
}

async function load(): Promise<void> {
  loaded = await loadPatiently(() => import('./explain.ts'));
  for (const call of waiting) call();
  waiting.clear();
}
