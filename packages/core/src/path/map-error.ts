import { SkeinError } from '../errors.ts';

export type MapErrorCode = 'MAP_INVALID' | 'MAP_TOO_LARGE';

/**
 * A position in a map, or in a list of queries. The numbers `line` and `column` start at 1. In a JSON map, `line` is
 * the number of the row.
 */
export interface MapPlace {
  readonly line: number;
  readonly column?: number;
}

/** Thrown if a map, or a list of queries, is invalid. The error describes the first problem. */
export class MapError extends SkeinError {
  declare readonly code: MapErrorCode;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly found: string;
  readonly expected: string;

  constructor(code: MapErrorCode, found: string, expected: string, place?: MapPlace) {
    super(code, `${prefix(place)}found ${found}, expected ${expected}`);
    this.line = place?.line;
    this.column = place?.column;
    this.found = found;
    this.expected = expected;
  }
}

function prefix(place: MapPlace | undefined): string {
  if (place === undefined) return '';
  return place.column === undefined
    ? `line ${place.line}: `
    : `line ${place.line}, column ${place.column}: `;
}
