import { styleText } from 'node:util';

/** Whether a stream is a terminal with colors. Node checks NO_COLOR, TERM and similar variables. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors?.() === true;
}

type Style = Parameters<typeof styleText>[0];

/**
 * Rules for highlighting parts of a report. Each rule has a regular expression and styles. The n-th style applies to
 * the n-th group of the expression.
 */
const RULES: readonly (readonly [RegExp, ...Style[]])[] = [
  // The marks under a line of a file, and the line number in front of it.
  [/^( +\| +)(\^+)$/, 'dim', ['bold', 'red']],
  [/^( +\d+ \|)/, 'dim'],
  // A position in a file.
  [/(?<=^ {2}|: )(\S.*?:\d+:\d+)(?=: )/, 'bold'],
  [/^(skein:)/, ['bold', 'red']],
  [/^(warning:)/, ['bold', 'yellow']],
  [/(?<=^|: )(valid:)/, ['bold', 'green']],
  [/(The \w+ has \d+ problems?)(?=:$)/, ['bold', 'red']],
  [/([Dd]id you mean .+?\?)/, 'cyan'],
];

/** Adds colors to a report. The text must already be safe to print on a terminal. */
export function highlight(text: string): string {
  return text.split('\n').map(highlightLine).join('\n');
}

function highlightLine(line: string): string {
  let rest = line;
  for (const [pattern, ...styles] of RULES) {
    rest = rest.replace(pattern, (_, ...groups: unknown[]) =>
      styles.map((style, index) => styled(style, String(groups[index]))).join(''),
    );
  }
  return rest;
}

function styled(style: Style, text: string): string {
  // The caller has already checked whether the stream has colors.
  return styleText(style, text, { validateStream: false });
}
