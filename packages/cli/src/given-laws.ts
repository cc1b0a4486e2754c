import type { Law } from '@skein/core/laws';

/**
 * Reads the laws of the files that a command is given. What reads laws is loaded only if there are files.
 *
 * @throws CliError in the same cases as `readLawFiles`
 */
export async function readGivenLaws(paths: readonly string[] = []): Promise<readonly Law[]> {
  if (paths.length === 0) return [];
  const { readLawFiles } = await import('./laws-file.ts');
  return readLawFiles(paths);
}
