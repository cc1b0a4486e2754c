import { styleText } from 'node:util';

/** Whether a stream is a terminal with colors; Node looks at NO_COLOR, TERM and others. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.hasColors?.() === true;
}

type Style = Parameters<typeof styleText>[0];

/** Which parts of a report stand out, and how; each by the groups of its match, in turn. */
const RULES: readonly (readonly [RegExp, ...Style[]])[] = [
  // The marks under a line of a file, and the number before it.
  [/^( +\| +)(\^+)$/, 'dim', ['bold', 'red']],
  [/^( +\d+ \|)/, 'dim'],
  // A place in a file.
  [/(?<=^ {2}|: )(\S.*?:\d+:\d+)(?=: )/, 'bold'],
  [/^(skein:)/, ['bold', 'red']],
  [/^(warning:)/, ['bold', 'yellow']],
  [/(?<=^|: )(valid:)/, ['bold', 'green']],
  [/(The \w+ has \d+ problems?)(?=:$)/, ['bold', 'red']],
  [/([Dd]id you mean .+?\?)/, 'cyan'],
];

/** A report with colors; `text` is one that a terminal can be sent. */
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
  // Whether there are colors was asked of the stream that gets it.
  return styleText(style, text, { validateStream: false });
}
