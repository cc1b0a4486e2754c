import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * The fonts Source Sans 3 and Source Serif 4, by Paul D. Hunt and Frank Grießhammer, Adobe; SIL Open Font License 1.1.
 */
const FAMILIES = {
  sans: { family: 'Source Sans 3', name: '@fontsource/source-sans-3' },
  serif: { family: 'Source Serif 4', name: '@fontsource/source-serif-4' },
} as const;

/**
 * The files of the complete font, for drawing PNG pictures. resvg cannot combine the separate files of several
 * alphabets.
 */
export const FONT_FILES: readonly string[] = ['400Regular', '600SemiBold'].map((weight) =>
  resolve(`@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`),
);

/**
 * Returns style rules that embed a font in two weights. Only the alphabets that occur in the content are included,
 * since the complete font would make each figure half a megabyte larger.
 */
export function fontFaces(kind: keyof typeof FAMILIES, content: string): string {
  const { family, name } = FAMILIES[kind];
  const rules: string[] = [];
  for (const [alphabet, ranges] of alphabetsIn(name, content)) {
    for (const weight of [400, 600]) {
      const file = `${name.slice(name.indexOf('/') + 1)}-${alphabet}-${weight}-normal.woff2`;
      const data = readFileSync(resolve(`${name}/files/${file}`)).toString('base64');
      rules.push(
        `@font-face{font-family:'${family}';font-weight:${weight};unicode-range:${ranges};src:url(data:font/woff2;base64,${data}) format('woff2')}`,
      );
    }
  }
  return rules.join('\n');
}

function alphabetsIn(name: string, content: string): [string, string][] {
  const alphabets = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >;
  const used = new Set<number>();
  for (const character of content) used.add(character.codePointAt(0)!);
  return Object.entries(alphabets).filter(([, ranges]) => {
    const all = ranges.split(',').map(rangeOf);
    return [...used].some((code) => all.some(([first, last]) => code >= first && code <= last));
  });
}

function rangeOf(range: string): [number, number] {
  const [first, last = first] = range.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
