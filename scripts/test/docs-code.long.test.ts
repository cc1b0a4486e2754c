import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, PUBLIC } from '../packages/manifests.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** In the folder of a package that has React, three.js and the packages that those need. */
const scratch = mkdtempSync(join(ROOT, 'packages/react/node_modules', '.docs-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...PUBLIC.map((folder) => relative(ROOT, join(folderOf(folder), 'README.md'))),
];

/** Names that fragments use without an import, because they are the subject of their page or chapter. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '@react-three/fiber': ['Canvas', 'useFrame'],
  '@skein/core': ['command', 'slotOf', 'takeEvents'],
  '@skein/core/laws': ['defineLaw', 'evaluateLaw'],
  '@skein/react': ['Agents', 'Particles', 'Skein', 'Trails', 'useSkein', 'useSkeinEvent'],
  '@skein/three': ['createAgents', 'createDriver'],
  'node:fs/promises': ['readFile'],
};

/** Names that the reader of a page has, with any type. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  'docs/columns.md': ['ids', 'values'],
  'docs/command-line.md': ['push', 'report'],
  'docs/context-steering.md': ['id'],
  'docs/gpu.md': ['body'],
  'docs/hosting.md': ['frame'],
  'docs/lockstep.md': ['scenario', 'url'],
  'docs/queues.md': ['jobs', 'journal'],
  'docs/react.md': ['chosen', 'setChosen'],
  'docs/three.md': ['body', 'material'],
  'packages/react/README.md': ['flock'],
  'packages/three/README.md': ['body', 'last', 'material'],
};

const GLOBALS = `
declare global {
  const world: import('@skein/core').World;
  const team: import('@skein/worker').Team;
  const driver: import('@skein/three').Driver;
  const renderer: import('three').WebGLRenderer;
  const scene: import('three').Scene;
  const camera: import('three').PerspectiveCamera;
  function given(): any;
  function useRef(): { current: any };
  ${Object.entries(KNOWN)
    .flatMap(([from, names]) => names.map((name) => [name, from]))
    .map(([name, from]) => `const ${name}: typeof import('${from}').${name};`)
    .join('\n  ')}
}
export {};
`;

/** Packages that are not installed here. */
const FOREIGN = `
declare module '@colyseus/*';
declare module 'express';
declare module '@bull-board/*';
declare module 'bullmq';
declare module 'navcat/*';
declare module 'recast-navigation';
declare module 'recast-navigation/*';
declare module 'three-pathfinding';
declare module 'yuka';
`;

/** JavaScript widens literals: for the compiler, a list of three numbers is no triple, and a text can be any text. */
const WIDENED = /\.jsx\(.*error TS(?:2322|2345|2353):/;
/** The page knows which element a selector finds, and which events a predicate accepts. */
const NARROWER =
  /\.jsx\(.*error TS2339: .* on type '(?:Element|WorldEvent|string \| .*WorldEvent)'/;

/** A block in which placeholders represent the reader's own code. */
const DOTS = /^\s*(?:\/\/ )?\.\.\.$/m;
const FENCE = /```(\w*)\n([\s\S]*?)```|[^\n]+/g;
const IMPORT = /^import ([\s\S]*?) from '(.*?)';/gm;

/**
 * The code of a page in one language as one module, each line of it where it is in the page. A block sees
 * the names of those before it, and may use them for something else.
 */
function moduleOf(page: string, text: string, language: RegExp): string | undefined {
  const imports = new Imports(text);
  let open = 0;
  const code = text.replace(FENCE, (found, of?: string, block?: string) => {
    if (!language.test(of ?? '') || DOTS.test(block!)) return blank(found);
    open += 1;
    let own = '';
    const body = block!
      .replace(IMPORT, (one, what: string, from: string) => {
        own += imports.take(what.replace(/\s+/g, ' '), from);
        return blank(one);
      })
      .replace(/^export default (?=[\w{])/gm, 'void ')
      .replace(/^export (?=\w)/gm, '');
    return body.startsWith('<') ? `{ void <>\n${elements(body)}</>;\n` : `{ ${own}\n${body}`;
  });
  if (open === 0) return undefined;
  const given = `let { ${(GIVEN[page] ?? []).join(', ')} } = given();`;
  return `${imports.text()} { ${given} ${code}\n${'}'.repeat(open + 1)}\nexport {};\n`;
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, '');
}

/** The imports of all blocks of a page, at the top of its module. */
class Imports {
  readonly #page: string;
  readonly #from = new Map<string, string>();
  readonly #lines = new Set<string>();

  constructor(page: string) {
    this.#page = page;
  }

  /** The declarations that the block needs. */
  take(what: string, from: string): string {
    if (from.startsWith('.')) {
      // The reader's own file: its names are those of the block that shows it, or have any type.
      const shown = this.#page.includes(`\n// ${from.replace('./', '')}\n`);
      return shown ? '' : `const ${what.replaceAll(' as ', ': ')} = given();`;
    }
    const list = /^\{ (.*?),? \}$/.exec(what)?.[1];
    if (list === undefined) this.#lines.add(`import ${what} from '${from}';`);
    return (list?.split(', ') ?? []).map((name) => this.#takeName(name, from)).join(' ');
  }

  #takeName(name: string, from: string): string {
    const other = this.#from.get(name);
    if (other === undefined || other === from) {
      this.#from.set(name, from);
      this.#lines.add(`import { ${name} } from '${from}';`);
      return '';
    }
    // Another block has imported something else with this name.
    const alias = `${name}_${from.replace(/\W/g, '_')}`;
    this.#lines.add(`import { ${name} as ${alias} } from '${from}';`);
    return `const ${name} = ${alias};`;
  }

  text(): string {
    return [...this.#lines].join(' ');
  }
}

/** Elements on their own, as they occur in a scene; a tag that is only opened contains the reader's children. */
function elements(body: string): string {
  const name = /^<(\w+)(?![\s\S]*(?:\/>|<\/))/.exec(body)?.[1];
  return name === undefined ? body.trimEnd() : `${body.trimEnd()}</${name}>`;
}

/** The messages of the compiler for modules, by file name. */
function check(modules: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(scratch, 'check-'));
  const files = { ...modules, 'globals.d.ts': GLOBALS, 'foreign.d.ts': FOREIGN };
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    strict: true,
    noImplicitAny: false,
    strictNullChecks: false,
    resolveJsonModule: true,
    skipLibCheck: true,
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: {
      '@skein/gpu': [join(folderOf('gpu'), 'dist/index.d.ts')],
      '@skein/queue': [join(folderOf('queue'), 'dist/index.d.ts')],
      '@skein/rooms': [join(folderOf('rooms'), 'dist/index.d.ts')],
      '@skein/sweep': [join(folderOf('sweep'), 'dist/index.d.ts')],
      '@skein/sweep/*': [join(folderOf('sweep'), 'dist/*/index.d.ts')],
      webgpu: [join(folderOf('gpu'), 'node_modules/webgpu')],
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => /error TS/.test(line) && !WIDENED.test(line) && !NARROWER.test(line))
    .map((line) => line.replaceAll('--', '/'));
}

/** If two files differ only in their extensions, the compiler would ignore one. */
function modulesOf(page: string, text: string): Record<string, string> {
  const name = page.replaceAll('/', '--');
  const javaScript = moduleOf(page, text, /^jsx?$/);
  const typeScript = moduleOf(page, text, /^tsx?$/);
  return {
    ...(javaScript === undefined ? {} : { [`${name}-js.jsx`]: javaScript }),
    ...(typeScript === undefined ? {} : { [`${name}-ts.tsx`]: typeScript }),
  };
}

describe('the code of the pages', () => {
  it('has the types of the packages', () => {
    const modules = Object.fromEntries(
      PAGES.flatMap((page) =>
        Object.entries(modulesOf(page, readFileSync(join(ROOT, page), 'utf8'))),
      ),
    );
    expect(Object.keys(modules).length).toBeGreaterThan(30);
    expect(check(modules)).toEqual([]);
  });

  it('is reported by line where it is wrong: an unknown name, property or import', () => {
    const page = [
      '# A page',
      '```js',
      "import { tick } from '@skein/core';",
      'tick(world, 1);',
      'tick(word, 1);',
      '```',
      'Words, and `code`.',
      '```ts',
      "import { tock, parseScenario } from '@skein/core';",
      'const count: number = world.cout;',
      '```',
    ];
    const problems = check(modulesOf('page.md', page.join('\n')));
    expect(problems.map((line) => /^(.*?\)): error .*?'(.*?)'/.exec(line)?.slice(1))).toEqual([
      ['page.md-js.jsx(5,6)', 'word'],
      ['page.md-ts.tsx(1,10)', '"@skein/core"'],
      ['page.md-ts.tsx(10,29)', 'cout'],
    ]);
  });
});
