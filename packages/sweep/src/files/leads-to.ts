import * as nodeFs from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

/**
 * Returns the path of the file to which a path leads through folders and links. The file need not exist.
 *
 * @throws the errors of the file system, for a missing folder or a cycle of links
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
    // A path that ends with a separator can only be a folder, so writing to it must fail.
    return path.endsWith(sep) ? path : join(folder, basename(path));
  }
}
