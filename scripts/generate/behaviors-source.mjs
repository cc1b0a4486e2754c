/** Files in the folder that define no behavior. */
const OTHERS = ['define-behavior.ts', 'index.ts', 'keys.ts'];

/**
 * The text of packages/core/src/behaviors/index.ts. Every file in that folder defines the behavior that it is named
 * after.
 *
 * @param {readonly string[]} names the files and folders there
 * @returns {string}
 */
export function behaviorsSource(names) {
  const files = names.filter((name) => name.endsWith('.ts') && !OTHERS.includes(name)).sort();
  const types = files.map((file) =>
    file.slice(0, -'.ts'.length).replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
  );
  return `// Written by scripts/generate: one line for each file beside it that defines a behavior.
${files.map((file, k) => `import { ${types[k]} } from './${file}';`).join('\n')}

/** The definitions of the built-in behaviors, by type. */
export const BEHAVIORS = {
${types.map((type) => `  ${type},`).join('\n')}
} as const;
`;
}
