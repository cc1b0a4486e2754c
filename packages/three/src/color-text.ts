import { Color } from 'three';

const NUMBER = '(?:\\d+(?:\\.\\d+)?|\\.\\d+)';
const ALPHA = `(?:,\\s*${NUMBER}\\s*)?`;
const COLOR_TEXTS = [
  '#[\\da-fA-F]{3}',
  '#[\\da-fA-F]{6}',
  `rgba?\\(\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*${ALPHA}\\)`,
  `rgba?\\(\\s*${NUMBER}%\\s*,\\s*${NUMBER}%\\s*,\\s*${NUMBER}%\\s*${ALPHA}\\)`,
  `hsla?\\(\\s*[+-]?${NUMBER}\\s*,\\s*${NUMBER}%\\s*,\\s*${NUMBER}%\\s*${ALPHA}\\)`,
].map((form) => new RegExp(`^${form}$`));

/** Whether three.js can read a text as a color. For any other text, three.js would print a warning and use white. */
export function isColorText(text: string): boolean {
  return (
    Object.hasOwn(Color.NAMES, text.toLowerCase()) || COLOR_TEXTS.some((form) => form.test(text))
  );
}
