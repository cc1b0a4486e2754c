import { type ParameterChange, ParameterError, readChange, slipOf } from '@skein/core/basics';
import { formatOf, TABLE_FORMATS, TableError, TRAJECTORY_FORMATS } from '@skein/sweep/table-format';
import { InvalidArgumentError } from 'commander';
import { type FieldOutput, isPicture } from './run-options.ts';

/**
 * Returns a parser for whole numbers in plain decimal digits. It refuses "", " 5", "0x10" and "1e3", which `Number`
 * accepts. In a script, such texts are probably mistakes, and a mistake should not start a run.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^-?[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const meant = text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''));
    const isMeant = Number.isInteger(meant) && meant >= min && meant <= max;
    const guess = isMeant ? `Did you mean ${meant}? ` : '';
    throw new InvalidArgumentError(`${guess}Expected a whole number from ${min} to ${max}.`);
  };
}

/** Returns a parser that accepts one of the given words. */
export function oneOf(words: readonly string[]): (text: string) => string {
  return (text) => {
    if (words.includes(text)) return text;
    const meant = slipOf(text, words);
    const guess = meant === undefined ? '' : `Did you mean ${meant}? `;
    throw new InvalidArgumentError(`${guess}Allowed choices are ${words.join(', ')}.`);
  };
}

/** Parses a path to write to; "-" is standard output. */
export function outputPath(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a path, or - for standard output.');
  // Without this check, `--trajectories --hash` would write a file named "--hash".
  if (text.startsWith('-') && text !== '-') {
    throw new InvalidArgumentError(`Expected a path; write ./${text} if that is its name.`);
  }
  return text;
}

/** Parses the path of a file that is replaced as a whole. Standard output cannot be replaced, so "-" is refused. */
export function savedPath(text: string): string {
  if (text === '-') throw new InvalidArgumentError('Expected a path; it cannot go to a stream.');
  return outputPath(text);
}

/** The formats of trajectories: those of sweeps, and an animation in glTF. */
export const ANIMATED_FORMATS = [...TRAJECTORY_FORMATS, 'glb'] as const;

/** Parses the path of a table. The extension of the path selects the format. */
export function tablePath(text: string): string {
  return formattedPath(savedPath(text), TABLE_FORMATS);
}

/** Parses the path of trajectories. The extension of the path selects the format; "-" is standard output. */
export function trajectoryPath(text: string): string {
  const path = outputPath(text);
  return path === '-' ? path : formattedPath(path, ANIMATED_FORMATS);
}

function formattedPath(path: string, formats: readonly string[]): string {
  try {
    formatOf(path, formats);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const [, name, ending] = /^(.*\.)([^.]*)$/.exec(path) ?? [];
    const meant = ending === undefined ? undefined : slipOf(ending, formats);
    const guess = meant === undefined ? '' : `Did you mean ${name}${meant}? `;
    throw new InvalidArgumentError(`${guess}Expected ${error.expected}.`);
  }
  return path;
}

/** Parses a list of agents, as far as it needs no scenario. */
export function agentList(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected species, ids or ranges of ids, as boid,0..99.');
}

/** Collects `FIELD=PATH` pairs, such as `trail=trail.png`, from an option that may be repeated. */
export function fieldOutputs(
  text: string,
  before: readonly FieldOutput[] = [],
): readonly FieldOutput[] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected FIELD=PATH, such as trail=trail.png.');
  const [name, path] = [text.slice(0, at), text.slice(at + 1)];
  return [...before, { name, path: isPicture({ path }) ? savedPath(path) : tablePath(path) }];
}

/** Parses the path of a file to read; it cannot be a stream. */
export function inputPath(text: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError('Expected a path; it cannot come from a stream.');
}

/** Collects the paths given by an option that may be repeated. */
export function inputPaths(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, inputPath(text)];
}

/** Collects parameter changes, such as `boid.separation.weight=2`, from an option that may be repeated. */
export function parameterChanges(
  text: string,
  before: readonly ParameterChange[] = [],
): readonly ParameterChange[] {
  try {
    return [...before, readChange(text, '=')];
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const [{ found, expected }] = error.problems;
    const seed = /^seed(=|$)/.test(text) ? '; skein run takes the seed with --seed' : '';
    throw new InvalidArgumentError(`Found ${found}, expected ${expected}${seed}.`);
  }
}

/** Collects the values of an option that may be repeated, as texts. The command parses them later. */
export function texts(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Parses a fraction, a number from 0 to 1. */
export function share(text: string): number {
  const value = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}

/** Parses a number of 0 or more, such as `0.25`. */
export function decimal(text: string): number {
  if (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number, 0 or more.');
}

/** Parses a tolerance: a number of 0 or more, such as `0.001` or `1e-6`. */
export function toleranceOf(text: string): number {
  const value = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number, 0 or more, such as 1e-6.');
}

/** Parses a shard, such as `3/8`: part 3 of 8 parts. Part numbers start at 1. */
export function shard(text: string): { part: number; of: number } {
  const [, part, of] = /^(\d{1,7})\/(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (part >= 1 && part <= of) return { part, of };
  throw new InvalidArgumentError('Expected I/N, part I of N, from 1/N to N/N.');
}

/** A cell of a map: its column and its row, both counted from 0. */
export type Cell = readonly [x: number, y: number];

/** Parses a cell, such as `3,14`: two whole numbers separated by a comma. */
export function cell(text: string): Cell {
  const match = /^(\d{1,9}),(\d{1,9})$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Expected column,row, as 3,14.');
  return [Number(match[1]), Number(match[2])];
}

/** Parses two points of the plane in meters, such as `0,-1.5,0,1.5`: x1, y1, x2, y2. */
export function points(text: string): readonly [number, number, number, number] {
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map((part) =>
    /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(part) ? Number(part) : Number.NaN,
  );
  if (numbers.length === 4 && numbers.every(Number.isFinite)) {
    return numbers as [number, number, number, number];
  }
  throw new InvalidArgumentError('Expected x1,y1,x2,y2, four numbers in meters, as 0,-1,0,1.');
}

/** Collects pairs of points from an option that may be repeated. */
export function pairsOfPoints(
  text: string,
  before: readonly (readonly [number, number, number, number])[] = [],
): readonly (readonly [number, number, number, number])[] {
  return [...before, points(text)];
}
