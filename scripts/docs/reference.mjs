// Generates the reference of the public entry points from their docstrings, as Markdown in docs/reference.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOCS, importFromDocs, pathFromDocs } from './tools.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = `${DOCS}reference`;

/** The entry points, by the name that users import. */
export const ENTRIES = {
  '@skein/core': 'core/src/index.ts',
  '@skein/core/laws': 'core/src/laws/index.ts',
  '@skein/core/path': 'core/src/path/index.ts',
  '@skein/core/describe': 'core/src/describe.ts',
  '@skein/worker': 'worker/src/node/index.ts',
  '@skein/three': 'three/src/index.ts',
  '@skein/three/webgpu': 'three/src/webgpu.ts',
  '@skein/react': 'react/src/index.ts',
  '@skein/rooms': 'rooms/src/index.ts',
  '@skein/sweep': 'sweep/src/index.ts',
  '@skein/sweep/files': 'sweep/src/files/index.ts',
  '@skein/sweep/fit': 'sweep/src/fit/index.ts',
  '@skein/sweep/tables': 'sweep/src/tables/index.ts',
  '@skein/sweep/flow': 'sweep/src/analysis/flow/index.ts',
  '@skein/sweep/report': 'sweep/src/report/index.ts',
};

/** The entry points by typedoc's name of a module: its path without the common ending. */
const NAMES = new Map(
  Object.entries(ENTRIES).map(([name, file]) => [file.replace(/(\/index)?\.ts$/, ''), name]),
);

/**
 * Writes docs/reference.
 *
 * @throws when the sources cannot be read
 */
export async function writeReference() {
  const { Application, ReflectionKind } = await importFromDocs('typedoc');
  const application = await Application.bootstrapWithPlugins({
    name: 'API',
    readme: 'none',
    entryFileName: 'index',
    entryPoints: Object.values(ENTRIES).map((file) => `${ROOT}packages/${file}`),
    tsconfig: `${DOCS}tsconfig.json`,
    plugin: [pathFromDocs('typedoc-plugin-markdown')],
    out: OUT,
    router: 'module',
    disableGit: true,
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    sort: ['alphabetical'],
    groupOrder: [
      'Functions',
      'Components',
      'Classes',
      'Interfaces',
      'Type Aliases',
      'Variables',
      '*',
    ],
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    tableColumnSettings: { hideSources: true, hideInherited: true, hideModifiers: true },
    hideGenerator: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    // Its own anchors sometimes differ from those that VitePress makes from headings.
    useHTMLAnchors: true,
    skipErrorChecking: true,
    logLevel: 'Error',
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('typedoc could not read the sources.');
  for (const module of project.children ?? []) module.name = NAMES.get(module.name) ?? module.name;
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    if (parameter.name === '__namedParameters') parameter.name = nameOf(parameter.type);
  }
  rmSync(OUT, { recursive: true, force: true });
  await application.generateOutputs(project);
}

/**
 * Names a destructured parameter after the last word of its type, such as `plan` for `ArguedPlan`, or `options`.
 *
 * @param {any} type typedoc's type of the parameter
 * @returns {string}
 */
function nameOf(type) {
  if (type?.name === 'Pick') return nameOf(type.typeArguments[0]);
  const [word] = /[A-Z][a-z]+$/.exec(type?.name ?? '') ?? ['options'];
  return word.toLowerCase();
}
