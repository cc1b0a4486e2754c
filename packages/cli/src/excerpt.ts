import type { Span } from './json-source.ts';
import { printable } from './printable.ts';

/** A position in a text: a line and a column, both counted from 1. An emoji takes one column. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A line of a text, with marks under a part of it. */
export interface Excerpt extends Place {
  readonly text: string;
  readonly indent: string;
  readonly marks: string;
}

/**
 * The maximum length of an excerpt, in characters. With the line number in front, the excerpt still fits a terminal.
 */
const WIDTH = 68;
/** The maximum number of characters to keep in front of the marks when a long line is cut. */
const BEFORE = 40;

/** A text, split into lines. */
export class Lines {
  readonly #text: string;
  /** The offset at which each line begins. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  placeOf(offset: number): Place {
    const starts = this.#starts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: [...this.#text.slice(starts[low], offset)].length + 1 };
  }

  /** Returns the line in which a span begins. If the line is long, returns only the part around the span. */
  excerpt(span: Span): Excerpt {
    const place = this.placeOf(span.from);
    const start = this.#starts[place.line - 1];
    const next = this.#starts[place.line] ?? this.#text.length + 1;
    // Cut by characters, because a character outside the basic plane is two units of a string.
    const line = [...this.#text.slice(start, next - 1).replace(/\r$/, '')];
    const from = place.column - 1;
    const to = Math.min(from + [...this.#text.slice(span.from, span.to)].length, line.length);
    const cut =
      line.length <= WIDTH ? 0 : Math.max(0, Math.min(from - BEFORE, line.length - WIDTH));
    const lead = cut > 0 ? '...' : '';
    const part = (begin: number, end: number): string => clean(line.slice(begin, end).join(''));
    const before = lead + part(cut, from);
    const marked = part(from, Math.min(to, cut + WIDTH));
    const rest = part(Math.min(to, cut + WIDTH), cut + WIDTH);
    const tail = line.length > cut + WIDTH ? '...' : '';
    return {
      ...place,
      text: before + marked + rest + tail,
      indent: ' '.repeat([...before].length),
      marks: '^'.repeat(Math.max(1, [...marked].length)),
    };
  }
}

/** Replaces each tab with one space, so that the carets in the next line stand below the right characters. */
function clean(text: string): string {
  return printable(text.replaceAll('\t', ' '));
}
