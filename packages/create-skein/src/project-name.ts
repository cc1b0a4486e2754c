import { basename, resolve } from 'node:path';

/** Returns the name of the package: the name of the folder, with "-" in place of characters that npm does not allow. */
export function projectName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 214);
  return name === '' ? 'my-flock' : name;
}
