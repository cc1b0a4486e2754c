import { type Problem, show } from '../errors.ts';
import { readsForce } from '../laws/plane-plan.ts';
import { readsHeading } from '../laws/reads-heading.ts';
import { guessText } from '../scenario/known-keys.ts';
import { isLawType, type LawType, lawOf, lawTypeOf } from '../scenario/law-type.ts';
import { mergedColumns } from '../scenario/merged-columns.ts';
import type { Scenario, Species } from '../scenario/schema.ts';
import { STATE_COLUMN } from '../schema/state-columns.ts';
import { extrasOf } from '../world/extras.ts';
import { AGENT_COLUMNS, type AgentColumn } from './agent-columns.ts';
import {
  ARGUMENTS,
  type ArgumentKind,
  type Component,
  MEASURES,
  type Measure,
  type MeasureDescription,
  type MeasureKind,
} from './measure.ts';

/** Matches a decimal number, such as `5`, `+5.`, `-.5` or `5e-3`. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const COMPONENTS: readonly string[] = ['x', 'y', 'z', 'length'] satisfies Component[];

/** Why an argument or a measure is refused. */
export type Refusal = Omit<Problem, 'path'>;

export function refuse(found: string, expected: string): Refusal {
  return { found, expected };
}

type Arguments = Pick<
  Measure,
  'column' | 'law' | 'declared' | 'field' | 'component' | 'numbers' | 'unit'
>;

/**
 * Parses what a kind of measure takes in parentheses. `covered` has the species that the measure covers.
 */
export function readArguments(
  kind: MeasureKind,
  inside: string | undefined,
  scenario: Scenario,
  covered: readonly Species[],
): Arguments | Refusal {
  const { arguments: wanted = [], unit }: MeasureDescription = MEASURES[kind];
  const given = inside === undefined || inside === '' ? [] : inside.split(',');
  if (given.length !== wanted.length) {
    return refuse(
      given.length === 0 ? `${kind} alone` : `${kind}(${given.join(',')})`,
      formOf(kind),
    );
  }
  let source: Arguments | undefined;
  const numbers: number[] = [];
  for (const [at, argument] of wanted.entries()) {
    const text = given[at];
    if (argument === 'column' || argument === 'field') {
      const read =
        argument === 'field' ? readField(text, unit!, scenario) : readColumn(kind, text, scenario);
      if ('found' in read) return read;
      source = read;
      continue;
    }
    const isOfColumn = argument === 'value' && source?.field === undefined;
    const number = isOfColumn
      ? readValue(given[0], text, covered)
      : readNumber(kind, argument, text);
    if (typeof number !== 'number') return number;
    numbers.push(number);
  }
  const refusal = wanted[0] === 'x1' ? checkPlace(kind, numbers, scenario) : undefined;
  if (refusal !== undefined) return refusal;
  return {
    ...source,
    ...(numbers.length > 0 && { numbers }),
    unit: unit ?? source!.unit,
  };
}

/** Reads a number, and checks that it is what this argument must be. */
function readNumber(
  kind: MeasureKind,
  argument: Exclude<ArgumentKind, 'column' | 'field'>,
  text: string,
): number | Refusal {
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  const isAbove = argument === 'distance' || argument === 'depth';
  const isRight = isAbove ? number > 0 : argument !== 'share' || (number >= 0 && number <= 1);
  if (Number.isFinite(number) && isRight) return number;
  return refuse(
    `a ${argument} of ${show(text)}`,
    `${formOf(kind)} with ${ARGUMENTS[argument].number}`,
  );
}

/**
 * Checks the box or the segment of a measure. On a torus, it must not be longer than an edge, since agents are measured
 * at the place nearest to its middle.
 */
function checkPlace(
  kind: MeasureKind,
  [x1, y1, x2, y2, depth]: readonly number[],
  { dimensions, bounds }: Scenario,
): Refusal | undefined {
  if (dimensions !== 2) {
    return refuse(`${kind} in ${dimensions} dimensions`, 'a scenario of 2 dimensions');
  }
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  const isSegment = depth !== undefined;
  const size = isSegment ? Math.sqrt(width * width + height * height) : width * height;
  if (!(size > 0) || size === Number.POSITIVE_INFINITY) {
    return isSegment
      ? refuse(`a segment of length ${size}`, 'two different ends, a finite distance apart')
      : refuse(
          `a box of ${width} x ${height} m`,
          'two opposite corners of a box with a finite area',
        );
  }
  if (bounds.type !== 'wrap') return undefined;
  const [wide, high] = isSegment
    ? [(width * size + depth * height) / size, (height * size + depth * width) / size]
    : [width, height];
  const edges = [0, 1].map((axis) => bounds.max[axis] - bounds.min[axis]);
  if (wide <= edges[0] && high <= edges[1]) return undefined;
  return refuse(
    `${isSegment ? 'a strip' : 'a box'} of ${wide} x ${high} m`,
    `at most ${edges.join(' x ')} m, the edges of the torus`,
  );
}

/**
 * Reads the value by which agents are counted: a number, or the name of a state. The column contains only the index of a
 * state, so all covered species must have this state, at the same place in their lists.
 */
function readValue(column: string, text: string, covered: readonly Species[]): number | Refusal {
  if (DECIMAL.test(text) && Number.isFinite(Number(text))) return Number(text);
  const stated = covered.filter(({ states }) => states !== undefined);
  if (column !== STATE_COLUMN || stated.length === 0) {
    return refuse(`a value of ${show(text)}`, 'a finite number');
  }
  const names = [...new Set(stated.flatMap(({ states = [] }) => states.map(({ name }) => name)))];
  if (!names.includes(text)) {
    const expected = `a number, or one of ${names.map(show).join(', ')}`;
    return refuse(`a value of ${show(text)}${guessText(text, names)}`, expected);
  }
  const places = covered.map(({ states = [] }) => states.findIndex(({ name }) => name === text));
  if (places.some((place) => place !== places[0])) {
    const owner = covered[places.findIndex((place) => place >= 0)].name;
    const found = `the state ${show(text)}, which not all species have at the same place`;
    return refuse(found, `a measure of one species, such as ${owner}.count(state,${text})`);
  }
  return places[0];
}

/** The form in which a kind of measure is written, for messages. */
function formOf(kind: MeasureKind): string {
  const { arguments: wanted = [] }: MeasureDescription = MEASURES[kind];
  if (wanted.length === 0) return kind;
  return `${kind}(${wanted.map((argument) => argument.toUpperCase())})`;
}

function readField(field: string, unit: string, { fields = [] }: Scenario): Arguments | Refusal {
  const names = fields.map(({ name }) => name);
  if (names.includes(field)) return { field, unit };
  const expected = names.length === 0 ? 'a scenario with fields' : `one of ${names.join(', ')}`;
  return refuse(`field ${show(field)}${guessText(field, names)}`, expected);
}

function readColumn(kind: MeasureKind, text: string, scenario: Scenario): Arguments | Refusal {
  const dot = text.indexOf('.');
  const name = dot < 0 ? text : text.slice(0, dot);
  const source = isLawType(name) ? lawColumn(name, scenario) : agentColumn(name, scenario);
  if ('found' in source) return source;
  const { components, ...column } = source;
  if (dot < 0) {
    const isWhole = components === 1 || kind === 'mean' || kind === 'sum';
    if (isWhole) return column;
    return refuse(`the vector ${show(name)}`, `${name}.x, ${name}.y, ${name}.z or ${name}.length`);
  }
  const component = text.slice(dot + 1);
  if (components === 1 || !COMPONENTS.includes(component)) {
    const expected = components === 1 ? `${name}, a plain number` : `${name}.x, .y, .z or .length`;
    return refuse(show(text), expected);
  }
  return { ...column, component: component as Component };
}

type Source = Pick<Measure, 'column' | 'law' | 'declared' | 'unit'> & {
  readonly components: 1 | 3;
};

function agentColumn(name: string, scenario: Scenario): Source | Refusal {
  const own = mergedColumns(scenario).find((mergedColumn) => mergedColumn.name === name);
  if (own !== undefined) {
    const components = own.type === 'vec3' ? 3 : 1;
    return { declared: { name, components }, components, unit: own.unit };
  }
  const columns = [
    ...Object.keys(AGENT_COLUMNS),
    ...mergedColumns(scenario).map((mergedColumn) => mergedColumn.name),
  ];
  if (!columns.includes(name)) {
    const found = `column ${show(name)}${guessText(name, columns)}`;
    return refuse(found, `one of ${columns.join(', ')}, or law:NAME`);
  }
  const column = name as AgentColumn;
  const { components, unit, ...more } = AGENT_COLUMNS[column];
  const extras: Readonly<Record<string, boolean | undefined>> = extrasOf(scenario);
  if (extras[column] === false || ('heights' in more && scenario.heights === undefined)) {
    return refuse(`column ${show(name)}`, 'a column that worlds of this scenario have');
  }
  return { column, components, unit };
}

/** Returns the result of a law as the source of a statistic. Refuses laws that cannot be evaluated for each agent. */
function lawColumn(type: LawType, scenario: Scenario): Source | Refusal {
  const law = lawOf(type, scenario.laws);
  if (law === undefined) {
    const types = (scenario.laws ?? []).map(lawTypeOf);
    const known = types.length === 0 ? 'a law of the scenario' : `one of ${types.join(', ')}`;
    return refuse(show(type) + guessText(type, types), known);
  }
  if (law.aim !== 'none') return refuse(`${type}, which has an aim`, 'a law without an aim');
  if (readsForce(law)) {
    return refuse(`${type}, which reads the forces of behaviors`, 'a law that does not');
  }
  if (readsHeading(law) && !extrasOf(scenario).heading) {
    return refuse(
      `${type}, which reads headings`,
      'a law that reads only what worlds of this scenario have',
    );
  }
  const merged = mergedColumns(scenario);
  for (const [name, { type: kind }] of Object.entries(law.columns ?? {})) {
    if (merged.some((column) => column.name === name && column.type === kind)) continue;
    const expected = 'a law that reads only what worlds of this scenario have';
    return refuse(`${type}, which reads the column ${show(name)} (${kind})`, expected);
  }
  return { law, components: 3, unit: law.result === 'force' ? 'N' : 'm/s' };
}
