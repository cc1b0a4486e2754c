// Lists the names that each entry point of a package exports. `npm run generate` writes them to `api.txt` next to the
// manifest, and a test compares them, so that no name is added or removed unnoticed.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The packages whose names are listed. */
export const NAMED_PACKAGES = ['core', 'worker', 'three', 'gpu', 'react'];

/** @param {string} name the name of a package @returns {string} its entry points, and the names of each */
export function publicNames(name) {
  const folder = join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const parts = Object.entries(exports).flatMap(([entry, target]) => {
    const types = target.types ?? target.node?.types;
    if (types === undefined) return [];
    const source = join(folder, types.replace('./dist/', './src/').replace(/\.d\.ts$/, '.ts'));
    const names = namesIn(source);
    const lines = names.map(({ name, kind, isExperimental }) =>
      `  ${kind.padEnd(6)}${name}${isExperimental ? '  @experimental' : ''}`.trimEnd(),
    );
    return [`${entry.replace('.', `@skein/${name}`)}  ${names.length}\n${lines.join('\n')}\n`];
  });
  return parts.join('\n');
}

/**
 * The names that a file exports, sorted. Re-exported names are looked up in the file that declares them.
 *
 * @param {string} file
 * @returns {{ name: string, kind: 'type' | 'value', isExperimental: boolean }[]}
 */
function namesIn(file) {
  const text = readFileSync(file, 'utf8');
  const own = [
    ...text.matchAll(/^export (?:async )?(class|const|function\*?|interface|type) (\w+)/gm),
  ];
  const found = own.map(([, kind, name]) =>
    described(name, kind === 'type' || kind === 'interface', text),
  );
  for (const [, isType, list, from] of text.matchAll(
    /^export (type )?\{([^}]*)\} from '([^']+)';/gm,
  )) {
    const source = resolve(dirname(file), from);
    const declared = existsSync(source) ? readFileSync(source, 'utf8') : '';
    for (const one of list.split(',').map((part) => part.trim())) {
      if (one === '') continue;
      const name = one.replace(/^type /, '');
      const [inner, outer = inner] = name.split(' as ');
      const { kind, isExperimental } = described(
        inner,
        isType !== undefined || one.startsWith('type '),
        declared,
      );
      found.push({ name: outer, kind, isExperimental });
    }
  }
  for (const [, from] of text.matchAll(/^export \* from '([^']+)';/gm)) {
    found.push(...namesIn(resolve(dirname(file), from)));
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param {string} name
 * @param {boolean} isType
 * @param {string} text the text of the file that declares it
 * @returns {{ name: string, kind: 'type' | 'value', isExperimental: boolean }}
 */
function described(name, isType, text) {
  const at = text.search(new RegExp(`^export [a-z* ]*\\b${name}\\b`, 'm'));
  const comment = at < 0 ? '' : text.slice(text.lastIndexOf('/**', at), at);
  // The comment belongs to the name only if there is nothing between them.
  const isOfName = /\*\/\s*$/.test(comment);
  return {
    name,
    kind: isType ? 'type' : 'value',
    isExperimental: isOfName && comment.includes('@experimental'),
  };
}
