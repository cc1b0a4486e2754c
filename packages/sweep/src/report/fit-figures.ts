import type { FitRecord } from '../fit/fit-record.ts';
import { type Range, rangeText } from '../plan/values.ts';
import type { Figure } from './figure.ts';
import { extentOf, numberAxis } from './figures/axis.ts';
import { type Point, seriesChart } from './figures/series-chart.ts';
import { readable } from './numbers.ts';
import type { Column } from './table.ts';

type Compared = FitRecord['compared'];

/** Creates the figures of a fit: distance and parameters over the generations, then the data with the model. */
export function fitFigures({ generations, fitted, compared }: FitRecord): Figure[] {
  if (generations.length === 0) return [];
  const all = generations.map(({ distances }) =>
    distances.map((distance) => distance ?? Number.NaN),
  );
  const best = bestSoFar(all);
  return [
    overGenerations(
      'distance to the data',
      all,
      all.map(leastOf),
      best.map(([at, one]) => all[at][one]),
    ),
    ...fitted.map((name, parameter) => {
      const values = generations.map(({ candidates }) =>
        candidates.map((point) => point[parameter]),
      );
      return overGenerations(
        name,
        values,
        values.map((own) => own.reduce((sum, value) => sum + value, 0) / own.length),
        best.map(([at, one]) => values[at][one]),
      );
    }),
    ...[...new Set(compared.map(({ measure }) => measure))].map((measure) =>
      comparedFigure(
        measure,
        compared.filter((one) => one.measure === measure),
      ),
    ),
  ];
}

function leastOf(values: readonly number[]): number {
  return extentOf(values)[0];
}

/** Returns for each generation the place of the best candidate so far: its generation, and its index there. */
function bestSoFar(distances: readonly (readonly number[])[]): (readonly [number, number])[] {
  let best: readonly [number, number] = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  return distances.map((own, generation) => {
    for (const [index, distance] of own.entries()) {
      if (distance < least) [least, best] = [distance, [generation, index]];
    }
    return best;
  });
}

function overGenerations(
  name: string,
  all: readonly (readonly number[])[],
  middle: readonly number[],
  best: readonly number[],
): Figure {
  const title = `${name} over generations`;
  const axis = numberAxis(all.map((_, at) => at + 1));
  const word = name.startsWith('distance') ? 'least' : 'mean';
  const candidates = all.map((values, at): Point => {
    const [low, high] = extentOf(values);
    return { at: at + 1, mean: middle[at], low, high };
  });
  const line = best.map(
    (value, at): Point => ({ at: at + 1, mean: value, low: value, high: value }),
  );
  return {
    title,
    caption: `${title}: the ${word} of the candidates of a generation, with a band from the least to the greatest, and the best candidate so far.`,
    description: `Lines: ${title}. The best is ${readable(best[0])} in generation 1, ${readable(best[best.length - 1])} in generation ${best.length}.`,
    chart: seriesChart({
      ...{ along: axis, alongLabel: 'generation', valueLabel: name },
      ...{
        panels: [{ series: [candidates, line] }],
        labels: [`${word} of the generation`, 'best so far'],
      },
      ...{ isOrdered: false, hasMarks: all.length === 1, curves: [] },
    }),
  };
}

/**
 * Creates a figure of the data and the model: over the tick or the condition, if a single one tells the values apart
 * and has numbers. Otherwise, of the model against the data.
 */
function comparedFigure(measure: string, compared: Compared): Figure {
  const [{ conditions, tick }] = compared;
  const names = [...Object.keys(conditions), ...(tick === undefined ? [] : ['tick'])];
  const [name] = names;
  const placeOf = (one: Compared[number]): unknown =>
    name === 'tick' ? one.tick : one.conditions[name];
  const isOver = names.length === 1 && compared.every((one) => typeof placeOf(one) === 'number');
  const xOf = (one: Compared[number]): number => (isOver ? Number(placeOf(one)) : one.data);
  const model = compared
    .map((one): Point => ({ at: xOf(one), mean: one.model, low: one.model, high: one.model }))
    .sort((a, b) => a.at - b.at);
  const data = compared.map((one) => ({ x: xOf(one), y: one.data })).sort((a, b) => a.x - b.x);
  const title = isOver ? `${measure} over ${name}, fitted` : `${measure}, fitted against data`;
  return {
    title,
    caption: isOver
      ? `${measure} over ${name}: the best candidate, the mean over its seeds, and the data.`
      : `${measure}: the best candidate, the mean over its seeds, against the data. On the dashed line they are equal.`,
    description: `Points: ${title}. ${compared
      .slice(0, 20)
      .map((one) => `Data ${readable(one.data)}, model ${readable(one.model)}.`)
      .join(' ')}`,
    chart: seriesChart({
      ...{ along: numberAxis(data.map(({ x }) => x)), alongLabel: isOver ? name : 'data' },
      ...{ valueLabel: measure, panels: [{ series: [model] }], labels: ['model'] },
      ...{ isOrdered: false, hasMarks: true },
      curves: [{ label: isOver ? 'data' : 'equal', points: data }],
    }),
  };
}

/** Returns the tables of a fit: the best values, and the data with the model. */
export function fitTables({ best, compared, plan, fitted }: FitRecord) {
  if (best === undefined) return [];
  const ranges = plan.parameters as Readonly<Record<string, Range>>;
  const values: Column[] = [
    { name: 'Parameter', cells: fitted },
    { name: 'Best value', cells: fitted.map((name) => readable(best.parameters[name], 6)) },
    { name: 'Range', cells: fitted.map((name) => rangeText(ranges[name])) },
  ];
  const [first] = compared;
  const rows: Column[] = [
    ...Object.keys(first.conditions).map((name) => ({
      name,
      cells: compared.map(({ conditions }) => conditions[name]),
    })),
    ...(first.tick === undefined
      ? []
      : [{ name: 'tick', cells: compared.map(({ tick }) => tick ?? null) }]),
    { name: 'measure', cells: compared.map(({ measure }) => measure) },
    { name: 'data', cells: compared.map(({ data }) => data), isMeasured: true },
    { name: 'model', cells: compared.map(({ model }) => model), isMeasured: true },
    {
      name: 'difference',
      cells: compared.map(({ data, model, scale }) => (model - data) / scale),
      isMeasured: true,
    },
  ];
  return [
    { label: 'Best values', columns: values },
    { label: 'Data and model; differences are in units of the distance', columns: rows },
  ];
}
