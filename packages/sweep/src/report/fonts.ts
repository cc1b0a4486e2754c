import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The font Source Sans 3, by Paul D. Hunt, Adobe; SIL Open Font License 1.1. */
const NAME = '@fontsource/source-sans-3';

/**
 * The files of the complete font, for drawing PNG pictures. resvg cannot read the compressed files of single alphabets.
 */
export const FONT_FILES: readonly string[] = ['400Regular', '600SemiBold'].map((weight) =>
  resolve(`@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`),
);

/**
 * Returns style rules that embed the font in two weights. Only the alphabets that occur in the content are included,
 * since the complete font would make each figure half a megabyte larger.
 */
export function fontFaces(content: string): string {
  const alphabets = JSON.parse(readFileSync(resolve(`${NAME}/unicode.json`), 'utf8'));
  const used = [...new Set(content)].map((character) => character.codePointAt(0)!);
  const rules = Object.entries<string>(alphabets).flatMap(([alphabet, ranges]) => {
    const all = ranges.split(',').map((range) => {
      const [first, last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    });
    if (!used.some((code) => all.some(([first, last]) => code >= first && code <= last))) return [];
    return [400, 600].map((weight) => {
      const file = resolve(`${NAME}/files/source-sans-3-${alphabet}-${weight}-normal.woff2`);
      const data = readFileSync(file).toString('base64');
      return `@font-face{font-family:'Source Sans 3';font-weight:${weight};unicode-range:${ranges};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
    });
  });
  return rules.join('\n');
}
