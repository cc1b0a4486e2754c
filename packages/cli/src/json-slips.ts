import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { JsonSource, Span } from './json-source.ts';

/** A part of a text that is not valid JSON. */
export interface Slip extends Span {
  readonly found: string;
  readonly expected: string;
}

/** The maximum number of slips to list. A text with more slips is probably not JSON at all. */
const MAX_SLIPS = 10;

/**
 * Finds the places where a text is not valid JSON: the first slip of each line. If the meaning of the text is unclear
 * after a slip, the list ends with that slip.
 */
export function slipsOf({ text }: JsonSource): Slip[] {
  const errors: ParseError[] = [];
  readTree(text, errors);
  const slips: Slip[] = [];
  let end = -1;
  for (const [index, error] of errors.entries()) {
    if (error.offset <= end && slips.length > 0) continue;
    const { isLast, ...slip } = slipOf(text, error, errors[index + 1]);
    slips.push(slip);
    if (isLast || slips.length === MAX_SLIPS) break;
    const lineEnd = text.indexOf('\n', slip.to);
    end = lineEnd < 0 ? text.length : lineEnd;
  }
  return slips;
}

/** Returns the value of a JSON text that lacks only commas; undefined if anything else is wrong with the text. */
export function valueWithCommas({ text }: JsonSource): unknown {
  const errors: ParseError[] = [];
  const tree = readTree(text, errors);
  const lacksCommas = errors.every(
    ({ error, offset }) =>
      printParseErrorCode(error) === 'CommaExpected' && !/[\]}]/.test(text[offset]),
  );
  return tree !== undefined && lacksCommas ? getNodeValue(tree) : undefined;
}

/** Parses as much of a text as possible, and adds the errors to `errors`. */
function readTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // Deeply nested brackets can overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

function slipOf(
  text: string,
  { error, offset, length }: ParseError,
  next: ParseError | undefined,
): Slip & { isLast: boolean } {
  const name = printParseErrorCode(error);
  const token = text.slice(offset, offset + length);
  const here = { from: offset, to: offset + length };
  const slip = (found: string, expected: string, isLast = false, span: Span = here) => ({
    ...span,
    found,
    expected,
    isLast,
  });
  const isAtEnd = text.slice(offset).trim() === '';
  switch (name) {
    case 'InvalidSymbol': {
      const isKey =
        next !== undefined && printParseErrorCode(next.error) === 'PropertyNameExpected';
      const word = token.replace(/^['"]|['"]$/g, '');
      const quoted = JSON.stringify(word);
      if (offset === text.length - text.trimStart().length) {
        return slip(shown(token), 'JSON, which begins with {', true);
      }
      if (isKey) return slip(shown(token), `a key in double quotes: ${shown(quoted)}`);
      return slip(shown(token), `a value; a word needs double quotes: ${shown(quoted)}`);
    }
    case 'CommaExpected': {
      if (/^[\]}]/.test(token)) return slip(token, closesOf(text, offset, 1), true);
      // The comma is usually missing at the end of the line before.
      const after = text.slice(0, offset).trimEnd().length;
      const span = { from: Math.max(0, after - 1), to: after };
      return slip(`no comma before ${shown(token)}`, 'a comma', false, span);
    }
    case 'CloseBraceExpected':
    case 'CloseBracketExpected': {
      const at = text.trimEnd().length;
      const span = { from: Math.max(0, at - 1), to: at };
      return slip('the end of the text', closesOf(text, text.length), true, span);
    }
    case 'UnexpectedEndOfString':
      return slip(
        'a string without an end',
        'a double quote at the end of the string, in the same line',
        true,
      );
    case 'UnexpectedEndOfComment':
      return slip('a comment without an end', '*/ at the end of the comment', true, {
        from: offset,
        to: offset + 2,
      });
    case 'UnexpectedEndOfNumber':
      return slip(shown(token), 'a number with a digit at its end');
    case 'ColonExpected':
      return slip(isAtEnd ? 'the end of the text' : shown(token), 'a colon after the key');
    case 'PropertyNameExpected':
      return slip(isAtEnd ? 'the end of the text' : shown(token), 'a key in double quotes, or }');
    case 'ValueExpected':
      if (token === '}' && text[openersBefore(text, offset).at(-1) ?? -1] === '[') {
        return slip(token, closesOf(text, offset, 1), true);
      }
      return slip(isAtEnd ? 'the end of the text' : shown(token), 'a value');
    case 'EndOfFileExpected':
      return slip(shown(token), 'the end of the text', true);
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return slip(
        `an unknown escape in ${shown(token)}`,
        String.raw`\" \\ \/ \b \f \n \r \t or \u with four hexadecimal digits`,
      );
    case 'InvalidCharacter':
      return slip(`a control character in ${shown(token)}`, 'an escape, such as \\t');
    default:
      return slip(shown(token), 'JSON');
  }
}

function shown(token: string): string {
  const line = token.split('\n', 1)[0];
  // A single sign would be read as part of the sentence.
  if (/^[,:]$/.test(line)) return `"${line}"`;
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}

/** Returns the offsets of the objects and lists that are still open at `end`. */
function openersBefore(text: string, end: number): number[] {
  const openers: number[] = [];
  const scanner = createScanner(text, true);
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= end) return openers;
    if (/[[{]/.test(text[at])) openers.push(at);
    else if (/[\]}]/.test(text[at])) openers.pop();
  }
}

/**
 * For the objects and lists that are still open at `end`, names the missing closing brackets, innermost first. Also
 * names the line where the innermost of these objects and lists begins.
 */
function closesOf(text: string, end: number, most?: number): string {
  const openers = openersBefore(text, end).reverse().slice(0, most);
  const [innermost] = openers;
  if (innermost === undefined) return 'the end of the text';
  const closes = openers.map((opener) => (text[opener] === '{' ? '}' : ']')).join(' ');
  const line = text.slice(0, innermost).split('\n').length;
  return `${closes} for the ${text[innermost]} of line ${line}`;
}
