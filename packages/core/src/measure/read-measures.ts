import { canHoldOptions, MeasureError, type Problem, show } from '../errors.ts';
import { guessText } from '../scenario/known-keys.ts';
import type { Scenario } from '../scenario/schema.ts';
import { MEASURES, type Measure, type MeasureKind } from './measure.ts';
import { type Refusal, readArguments, refuse } from './read-arguments.ts';

/** The word that stands for every species in turn, as in `each.alive`. */
const EACH = 'each';

/** Matches a measure with its own name, as in `order=polarization`. */
const NAMED = /^([A-Za-z_][\w-]*)=(.*)$/;
/** Matches a measure: an optional species, a kind of measure, and optional arguments in parentheses. */
const FORM = /^(?:([A-Za-z][\w-]*)\.)?([A-Za-z]+)(?:\(([^()]*)\))?$/;
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
