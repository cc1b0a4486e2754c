import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectName } from './project-name.ts';
import type { Template } from './templates.ts';

const OWN = fileURLToPath(new URL('..', import.meta.url));

/**
 * For some files of a template: the name under which the file is stored, and its real name. If such a file were stored
 * under its real name, npm would omit it from the package, or interpret it.
 */
const RENAMED = { _gitignore: '.gitignore', '_package.json': 'package.json' };

/**
 * Returns the reason why a project cannot be created in a folder; undefined if it can. A folder with only a new git
 * repository counts as empty.
 */
export function refusal(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (!statSync(folder).isDirectory())
    return `found a file at ${folder}, expected a folder or nothing`;
  const there = readdirSync(folder).filter((name) => name !== '.git');
  if (there.length === 0) return undefined;
  const more = there.length > 3 ? ', ...' : '';
  return `found ${there.slice(0, 3).join(', ')}${more} in ${folder}, expected an empty folder`;
}

/**
 * Writes the files of a template into a folder. If needed, the folder is created. Call `refusal` first. The project
 * depends on the Skein packages in the same version as this package, because all packages are released together.
 * @throws the errors of the file system
 */
export function makeProject(folder: string, template: Template): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(OWN, 'templates', template.name), folder, { recursive: true });
  for (const [from, to] of Object.entries(RENAMED))
    renameSync(join(folder, from), join(folder, to));
  const values = { NAME: projectName(folder), VERSION: ownVersion() };
  for (const file of ['package.json', 'README.md', 'index.html']) {
    if (existsSync(join(folder, file))) fill(join(folder, file), values);
  }
}

/** Returns the version of this package. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(join(OWN, 'package.json'), 'utf8')).version;
}

function fill(file: string, values: Readonly<Record<string, string>>): void {
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{{${name}}}`, value);
  writeFileSync(file, text);
}
