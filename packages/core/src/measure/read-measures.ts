import { canHoldOptions, MeasureError, type Problem, show } from '../errors.ts';
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
  type Component,
  MEASURES,
  type Measure,
  type MeasureDescription,
  type MeasureKind,
} from './measure.ts';

/** The word that stands for every species in turn, as in `each.alive`. */
const EACH = 'each';

/** Matches a measure with its own name, as in `order=polarization`. */
const NAMED = /^([A-Za-z_][\w-]*)=(.*)$/;
/** Matches a measure: an optional species, a kind of measure, and optional arguments in parentheses. */
const FORM = /^(?:([A-Za-z][\w-]*)\.)?([A-Za-z]+)(?:\(([^()]*)\))?$/;
/** Matches a decimal number, such as `5`, `+5.`, `-.5` or `5e-3`. */
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const COMPONENTS: readonly string[] = ['x', 'y', 'z', 'length'] satisfies Component[];

/**
 * Parses measures such as `polarization`, `clusters(2)`, `mean(position.x)` or `quantile(speed,0.9)`. A text may
 * contain several measures, separated by commas. A measure may cover one species, as in `boid.polarization`, or every
 * species in turn, as in `each.alive`. It may have its own name, as in `order=boid.polarization`.
 *
 * The result of a law for each agent also counts as a column, as in `mean(law:crowding.x)`. The parameters of the law
 * then have their defaults.
 *
 * @param scenario the scenario of the worlds to measure
 * @throws MeasureError, listing every problem: unknown measures, species or columns, columns that worlds of the
 * scenario do not have, distances or fractions out of range, and duplicate names
 */
export function readMeasures(texts: readonly string[], scenario: Scenario): Measure[] {
  const problems: Problem[] = [];
  const measures: Measure[] = [];
  const names = new Set<string>();
  for (const text of texts.flatMap(parts)) {
    const found = readOne(text, scenario);
    if (!Array.isArray(found)) problems.push({ path: show(text), ...found });
    else {
      for (const measure of found) {
        if (names.has(measure.name)) {
          const expected = 'each name only once; write NAME=MEASURE to set another name';
          problems.push({ path: show(text), found: `a second ${show(measure.name)}`, expected });
        } else {
          names.add(measure.name);
          measures.push(measure);
        }
      }
    }
  }
  if (problems.length > 0) throw new MeasureError(problems);
  return measures;
}

/**
 * Parses the texts in a list of measures. Measures that were already parsed stay as they are.
 *
 * @throws MeasureError in the same cases as `readMeasures`, and if the list contains anything but texts and parsed
 * measures
 */
export function measuresOf(
  measures: readonly (string | Measure)[],
  scenario: Scenario,
): readonly Measure[] {
  if (!Array.isArray(measures)) {
    throw new MeasureError([
      { path: 'measures', found: show(measures), expected: 'a list of measures' },
    ]);
  }
  const problems = measures.flatMap((measure: unknown, k): Problem[] => {
    if (typeof measure === 'string' || isMeasure(measure)) return [];
    return [
      {
        path: `measures[${k}]`,
        found: show(measure),
        expected: 'a text, or a result of readMeasures',
      },
    ];
  });
  if (problems.length > 0) throw new MeasureError(problems);
  return measures.flatMap((measure) =>
    typeof measure === 'string' ? readMeasures([measure], scenario) : measure,
  );
}

function isMeasure(one: unknown): boolean {
  return canHoldOptions(one) && Object.hasOwn(MEASURES, (one as Partial<Measure>).kind ?? '');
}

/** Splits a text into measures at its commas, except the commas in parentheses. */
function parts(text: string): string[] {
  const found: string[] = [];
  let end = text.length;
  // From the end, because a comma is in parentheses if the next parenthesis after it is a closing one.
  let isInside = false;
  for (let k = text.length - 1; k >= 0; k--) {
    if (text[k] === '(') isInside = false;
    else if (text[k] === ')') isInside = true;
    else if (text[k] === ',' && !isInside) {
      found.push(text.slice(k + 1, end));
      end = k;
    }
  }
  found.push(text.slice(0, end));
  return found.reverse().map((part) => part.replace(/\s+/g, ''));
}

type Refusal = Omit<Problem, 'path'>;

function refuse(found: string, expected: string): Refusal {
  return { found, expected };
}

function readOne(text: string, scenario: Scenario): Measure[] | Refusal {
  const [, own, rest] = NAMED.exec(text) ?? [undefined, undefined, text];
  const form = FORM.exec(rest);
  if (form === null) {
    return refuse(show(rest), 'MEASURE, MEASURE(COLUMN) or SPECIES.MEASURE');
  }
  const [, species, word, inside] = form;
  const kinds = Object.keys(MEASURES);
  if (!kinds.includes(word)) {
    return refuse(show(word) + guessText(word, kinds), `one of ${kinds.join(', ')}`);
  }
  const kind = word as MeasureKind;
  const names = scenario.species.map(({ name }) => name);
  const isEach = species === EACH && !names.includes(EACH);
  if (species !== undefined && !isEach && !names.includes(species)) {
    const guess = guessText(species, names);
    return refuse(
      `species ${show(species)}${guess}`,
      `one of ${[...names, EACH].map(show).join(', ')}`,
    );
  }
  const of = (index: number, prefix: string): Measure | Refusal => {
    const covered = index < 0 ? scenario.species : [scenario.species[index]];
    const arguments_ = readArguments(kind, inside, scenario, covered);
    if ('found' in arguments_) return arguments_;
    if (arguments_.field !== undefined && species !== undefined) {
      const alone = rest.slice(species.length + 1);
      return refuse(show(rest), `${alone}, because a field has no species`);
    }
    const name = prefix + (own ?? rest.slice(species === undefined ? 0 : species.length + 1));
    return { name, kind, species: index, ...arguments_ };
  };
  const found = isEach
    ? names.map((name, index) => of(index, `${name}.`))
    : species === undefined
      ? [of(-1, '')]
      : [of(names.indexOf(species), own === undefined ? `${species}.` : '')];
  const measures: Measure[] = [];
  for (const measure of found) {
    if ('found' in measure) return measure;
    measures.push(measure);
  }
  return measures;
}

type Arguments = Pick<
  Measure,
  'column' | 'law' | 'declared' | 'field' | 'component' | 'argument' | 'unit'
>;

function readArguments(
  kind: MeasureKind,
  inside: string | undefined,
  scenario: Scenario,
  covered: readonly Species[],
): Arguments | Refusal {
  const description: MeasureDescription = MEASURES[kind];
  const { argument, share = false, level = false, value = false, unit } = description;
  const given = inside === undefined || inside === '' ? [] : inside.split(',');
  const form = formOf(kind);
  if (given.length !== (argument === undefined ? 0 : share || level || value ? 2 : 1)) {
    return refuse(given.length === 0 ? `${kind} alone` : `${kind}(${given.join(',')})`, form);
  }
  if (argument === undefined) return { unit: unit! };
  if (argument === 'distance') {
    const distance = DECIMAL.test(given[0]) ? Number(given[0]) : Number.NaN;
    if (!(distance > 0) || distance === Number.POSITIVE_INFINITY) {
      return refuse(`a distance of ${show(given[0])}`, `${form} with a number above 0, in meters`);
    }
    return { argument: distance, unit: unit! };
  }
  if (argument === 'field') return readField(given, unit!, scenario);
  const column = readColumn(kind, given[0], scenario);
  if ('found' in column) return column;
  if (value) {
    const wanted = readValue(given[0], given[1], covered);
    return typeof wanted === 'number' ? { ...column, argument: wanted, unit: unit! } : wanted;
  }
  if (!share) return column;
  const at = DECIMAL.test(given[1]) ? Number(given[1]) : Number.NaN;
  if (!(at >= 0 && at <= 1)) return refuse(`a share of ${show(given[1])}`, 'a number from 0 to 1');
  return { ...column, argument: at };
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
  const description: MeasureDescription = MEASURES[kind];
  const { argument, share = false, level = false, value = false } = description;
  if (argument === undefined) return kind;
  if (argument === 'field') return level ? `${kind}(FIELD,VALUE)` : `${kind}(FIELD)`;
  if (argument === 'distance') return `${kind}(DISTANCE)`;
  if (value) return `${kind}(COLUMN,VALUE)`;
  return share ? `${kind}(COLUMN,SHARE)` : `${kind}(COLUMN)`;
}

function readField(
  [field, level]: readonly string[],
  unit: string,
  { fields = [] }: Scenario,
): Arguments | Refusal {
  const names = fields.map(({ name }) => name);
  if (!names.includes(field)) {
    const expected = names.length === 0 ? 'a scenario with fields' : `one of ${names.join(', ')}`;
    return refuse(`field ${show(field)}${guessText(field, names)}`, expected);
  }
  if (level === undefined) return { field, unit };
  const value = DECIMAL.test(level) ? Number(level) : Number.NaN;
  if (!Number.isFinite(value)) return refuse(`a value of ${show(level)}`, 'a finite number');
  return { field, argument: value, unit };
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
