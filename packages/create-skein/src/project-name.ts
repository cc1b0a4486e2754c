import { basename, resolve } from 'node:path';

/** The name of the package: that of the folder, with characters that npm does not allow replaced by "-". */
export function projectName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 214);
  return name === '' ? 'my-flock' : name;
}
