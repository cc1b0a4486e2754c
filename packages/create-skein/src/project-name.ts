import { basename, resolve } from 'node:path';

/** The name of the package in a folder: that of the folder, with what npm does not allow as "-". */
export function projectName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 214);
  return name === '' ? 'my-flock' : name;
}
