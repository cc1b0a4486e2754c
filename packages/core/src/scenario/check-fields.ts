import { f32ListOf } from '../schema/packed-lists.ts';
import type { Report } from './check-reference.ts';
import { sharesOf } from './field-shares.ts';
import { type FieldInput, LIMITS } from './schema.ts';
import { forEach, type Sections } from './sections.ts';

/** Checks the properties of scalar fields that the schema cannot express. */
export function checkFields(sections: Sections, report: Report): void {
  forEach(sections, 'fields', (field, path) => {
    checkField(field, path, sections, report);
  });
}

function checkField(
  field: FieldInput,
  path: string,
  { bounds, dimensions, dt }: Sections,
  report: Report,
): void {
  const { cells, min, max } = field;
  if (bounds?.type === 'open')
    report(path, 'a field in open bounds', 'bounds with "min" and "max"');
  const count = cells.reduce((product, value) => product * value, 1);
  if (cells.length !== dimensions) {
    report(
      `${path}.cells`,
      `${cells.length} numbers`,
      `${dimensions} numbers, one for each dimension`,
    );
  } else if (count > LIMITS.fieldCells) {
    report(`${path}.cells`, `${count} cells`, `at most ${LIMITS.fieldCells}`);
  }
  if (min > max) report(`${path}.min`, String(min), `at most ${max}, the value of "max"`);
  else checkInitial(field, count, path, report);
  if (bounds === undefined || bounds.type === 'open' || cells.length !== dimensions) return;
  const [x, y, z] = sharesOf({ fields: [field], bounds, dt }, 0);
  const most = field.diffusion / (2 * (x + y + z));
  // With a larger diffusion per tick, the values of neighboring cells would oscillate and grow without limit.
  if (field.diffusion > most * (1 + 1e-6)) {
    const expected = `at most ${Number(most.toPrecision(6))}, with cells of this size and dt ${dt}`;
    report(`${path}.diffusion`, String(field.diffusion), expected);
  }
}

function checkInitial(
  { initial, min, max }: FieldInput,
  count: number,
  path: string,
  report: Report,
): void {
  const range = `a number from ${min} to ${max}`;
  const isOut = (value: number): boolean =>
    !(value >= Math.fround(min) && value <= Math.fround(max));
  if (typeof initial === 'number') {
    if (isOut(Math.fround(initial))) report(`${path}.initial`, String(initial), range);
    return;
  }
  if (Array.isArray(initial) || typeof initial === 'string') {
    const list = f32ListOf(initial);
    if (list.length !== count) {
      report(`${path}.initial`, `${list.length} numbers`, `${count} numbers, one for each cell`);
    }
    const at = list.findIndex(isOut);
    if (at >= 0) report(`${path}.initial[${at}]`, String(list[at]), range);
    return;
  }
  for (const key of ['min', 'max'] as const) {
    if (isOut(Math.fround(initial[key]))) {
      report(`${path}.initial.${key}`, String(initial[key]), range);
    }
  }
  if (initial.min > initial.max) {
    report(
      `${path}.initial.min`,
      String(initial.min),
      `at most ${initial.max}, the value of "max"`,
    );
  }
}
