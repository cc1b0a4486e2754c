import * as nodeFs from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

/**
 * The file that a path leads to, through folders and links, whether or not it is there.
 *
 * @throws what the file system throws, for a folder that is not there and links that lead in a circle
 */
export async function leadsTo(
  path: string,
  fs: Pick<typeof nodeFs, 'readlink' | 'realpath'> = nodeFs,
): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const folder = await fs.realpath(dirname(path));
    const link = await fs.readlink(path).catch(() => undefined);
    if (link !== undefined) return await leadsTo(resolve(folder, link), fs);
    // A name that ends so can only be a folder's; what writes there is to be refused.
    return path.endsWith(sep) ? path : join(folder, basename(path));
  }
}
