import { loadPatiently } from '../offline/load-patiently.ts';

type Explaining = typeof import('./explain.ts');

let loaded: Explaining | undefined;
let loading: Promise<unknown> | undefined;

/**
 * The code of core that explains agents. It is loaded when it is first wanted, because it contains all of steering.
 * Returns undefined until then, and calls `onLoad` when it is there.
 */
export function explaining(onLoad: () => void): Explaining | undefined {
  if (loaded !== undefined) return loaded;
  loading ??= loadPatiently(async () => {
    loaded = await import('./explain.ts');
  });
  void loading.then(onLoad);
  return undefined;
}
