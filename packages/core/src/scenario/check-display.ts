import { MeasureError, show } from '../errors.ts';
import { readMeasures } from '../measure/read-measures.ts';
import { checkReference, type Report } from './check-reference.ts';
import type { Display, DisplayColor, DisplayControl, DisplayPlot } from './display-schema.ts';
import { mergedColumns } from './merged-columns.ts';
import { findParameter, rangeOf } from './parameters.ts';
import type { Scenario } from './schema.ts';

/**
 * Checks what `display` refers to: parameters and their ranges, columns, states and measures. The rest of the scenario
 * must be valid, because `display` may refer to every part of it.
 *
 * @param largestRadius the largest radius (m) within which the bounds allow to look for neighbors
 */
export function checkDisplay(scenario: Scenario, largestRadius: number, report: Report): void {
  const { controls = [], camera, color, plot }: Display = scenario.display ?? {};
  controls.forEach((control, index) => {
    checkControl(control, `$.display.controls[${index}]`, scenario, largestRadius, report);
  });
  if (camera?.from.every((value) => value === 0)) {
    const expected = 'a direction, with at least one number that is not 0';
    report('$.display.camera.from', '[0, 0, 0]', expected);
  }
  if (color !== undefined) checkColor(color, scenario, report);
  if (plot !== undefined) checkPlot(plot, scenario, largestRadius, report);
}

/** The keys of controls that contain values of their parameters. */
const LIMITS: readonly string[] = ['min', 'max', 'on', 'off'];

/** A parameter that a control sets, and the JSON path of its name. */
interface Named {
  readonly path: string;
  readonly species: string;
  readonly behavior?: string | number | undefined;
  readonly parameter: string;
}

function checkControl(
  control: DisplayControl,
  path: string,
  scenario: Scenario,
  largestRadius: number,
  report: Report,
): void {
  const values = Object.entries(control).filter(([key]) => LIMITS.includes(key));
  const wrong = new Set<string>();
  const check = (named: readonly Named[]): void => {
    for (const one of named) {
      const range = rangeIn(one, scenario, largestRadius, report);
      if (range === undefined) continue;
      for (const [key, value] of values as [string, number][]) {
        // Parameters of one control often have the same range, so each key is reported only once.
        if ((value >= range[0] && value <= range[1]) || wrong.has(key)) continue;
        wrong.add(key);
        report(`${path}.${key}`, String(value), `a number from ${range[0]} to ${range[1]}`);
      }
    }
  };
  if (control.type !== 'switch' && control.min >= control.max) {
    report(`${path}.max`, String(control.max), `more than ${control.min}, the value of "min"`);
    return;
  }
  if (control.type !== 'matrix') {
    const named = control.of.map((one, index) => ({ ...one, path: `${path}.of[${index}]` }));
    check(named);
    return;
  }
  const { species, parameters, behavior } = control;
  if (parameters.length !== species.length) {
    const expected = `${species.length}, one for each species`;
    report(`${path}.parameters`, `${parameters.length} rows`, expected);
    return;
  }
  parameters.forEach((row, k) => {
    const at = `${path}.parameters[${k}]`;
    if (row.length !== species.length) {
      report(at, `${row.length} parameters`, `${species.length}, one for each species`);
      return;
    }
    const named = row.map((parameter, column) => {
      return { path: `${at}[${column}]`, species: species[k], behavior, parameter };
    });
    check(named);
  });
}

/** Returns the range of a parameter; undefined, after a report, if there is no such parameter. */
function rangeIn(
  { path, species: name, behavior, parameter }: Named,
  scenario: Scenario,
  largestRadius: number,
  report: Report,
): readonly [min: number, max: number] | undefined {
  if (!checkReference(name, path, 'species', scenario.species, report)) return undefined;
  const species = scenario.species.find((species) => species.name === name)!;
  const found = findParameter(species, { behavior, parameter }, scenario.laws);
  if ('problem' in found) {
    report(path, found.problem.found, found.problem.expected);
    return undefined;
  }
  return rangeOf(found.parameter, behavior !== undefined, largestRadius);
}

function checkColor(color: DisplayColor, scenario: Scenario, report: Report): void {
  const path = '$.display.color';
  const { by, scale, range, values } = color;
  const column = by.startsWith('column:') ? by.slice('column:'.length) : undefined;
  const stated = scenario.species.filter(({ states }) => states !== undefined);
  if (by === 'state' && stated.length === 0) {
    report(`${path}.by`, '"state" in a scenario without states', 'a species with "states"');
    return;
  }
  const columns = mergedColumns(scenario);
  if (column !== undefined && !checkReference(column, `${path}.by`, 'column', columns, report)) {
    return;
  }
  const isVector = columns.find(({ name }) => name === column)?.type === 'vec3';
  const isNumber = column !== undefined && !isVector;
  if (scale !== undefined && !isNumber) {
    report(`${path}.scale`, show(scale), 'no scale, unless colors show a column of one number');
  }
  if (range !== undefined && column === undefined) {
    report(`${path}.range`, show(range), 'no range, unless colors show a column');
  } else if (range !== undefined && range[0] >= range[1]) {
    report(`${path}.range[1]`, String(range[1]), `more than ${range[0]}, the first value`);
  }
  if (values === undefined) return;
  if (by !== 'state' && !isNumber) {
    const expected = 'no values, unless colors show states or a column of one number';
    report(`${path}.values`, `values of ${show(by)}`, expected);
    return;
  }
  if (scale !== undefined || range !== undefined) {
    report(`${path}.values`, 'values in addition to a scale', 'values, or "scale" and "range"');
  }
  values.forEach((one, index) => {
    const at = `${path}.values[${index}]`;
    const { value, species } = one;
    const first = values.findIndex((other) => other.value === value && other.species === species);
    if (first < index) {
      report(`${at}.value`, show(value), `a value other than that of ${path}.values[${first}]`);
    }
    if (species !== undefined) {
      if (!checkReference(species, `${at}.species`, 'species', scenario.species, report)) return;
    }
    if (by !== 'state') {
      if (typeof value !== 'number') report(`${at}.value`, show(value), 'a finite number');
      return;
    }
    const of = species === undefined ? stated : stated.filter(({ name }) => name === species);
    const states = of.flatMap((each) => each.states ?? []);
    checkReference(String(value), `${at}.value`, 'state', states, report);
  });
}

function checkPlot(
  { lines, range, over }: DisplayPlot,
  scenario: Scenario,
  largestRadius: number,
  report: Report,
): void {
  const path = '$.display.plot';
  if (range !== undefined && range[0] >= range[1]) {
    report(`${path}.range[1]`, String(range[1]), `more than ${range[0]}, the first value`);
  }
  if (over !== undefined) {
    rangeIn({ ...over.of, path: `${path}.over.of` }, scenario, largestRadius, report);
  }
  lines.forEach(({ measure, rate }, index) => {
    if (rate !== undefined && over === undefined) {
      report(`${path}.lines[${index}].rate`, show(rate), 'no rate, unless the plot has "over"');
    }
    const at = `${path}.lines[${index}].measure`;
    try {
      const count = readMeasures([measure], scenario).length;
      if (count !== 1) report(at, `${count} measures`, 'one measure');
    } catch (error) {
      if (!(error instanceof MeasureError)) throw error;
      for (const { found, expected } of error.problems) report(at, found, expected);
    }
  });
}
