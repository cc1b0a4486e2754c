import { readdirSync } from 'node:fs';
import type { Suite } from './suite.ts';

/**
 * Loads all suites of a folder. Every file contains one suite. The keys of the result are the file names without `.js`.
 * Suites that must run last are at the end of the result.
 */
export async function loadSuites(
  folder = new URL('./suites/', import.meta.url),
): Promise<Map<string, Suite>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const loaded = files.sort().map(async (file): Promise<[string, Suite]> => {
    const { suite } = (await import(new URL(file, folder).href)) as { suite: Suite };
    return [file.replace(/\.js$/, ''), suite];
  });
  const suites = await Promise.all(loaded);
  const rank = ({ closing = false }: Suite) => (closing ? 1 : 0);
  return new Map(suites.sort(([, a], [, b]) => rank(a) - rank(b)));
}
