import {
  AreaFlow,
  type AreaResult,
  type Crossing,
  type CrossingCount,
  type DiagramPoint,
  FlowError,
  type Line,
  LineCrossings,
  type LineFlow,
  type PassTimes,
  Trajectory,
  type TrajectorySample,
} from '@skein/sweep/flow';
import { FileError, type Rows, TableError, type TableSchema } from '@skein/sweep/tables';
import { counted } from './counted.ts';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Output } from './output.ts';
import { refuseOverwrite } from './output-paths.ts';
import { TableFile } from './table-file.ts';
import { tableLines } from './text-table.ts';

export interface FlowCommandOptions {
  /** The lines to cross. */
  readonly line?: readonly Line[];
  /** The box to measure, by two opposite corners. */
  readonly area?: Line;
  readonly cutoff?: number;
  /** The first and the last tick to read. */
  readonly from?: number;
  readonly to?: number;
  readonly dt?: number;
  /** The table to write. */
  readonly out?: string;
  readonly json?: boolean;
}

/** What measures a trajectory: takes its samples, gives rows of a table, and a result. */
interface Meter {
  readonly what: string;
  readonly schema: TableSchema;
  readonly add: (sample: TrajectorySample) => Rows;
  readonly result: () => object;
  readonly text: () => string;
}

/** `skein flow TRAJECTORY`: measures how agents cross lines, or the crowd in an area. */
export async function flow(
  path: string,
  options: FlowCommandOptions,
  output: Output,
): Promise<ExitCode> {
  const { line = [], area, cutoff, out, json = false } = options;
  if (line.length > 0 === (area !== undefined)) {
    const found = area === undefined ? 'neither' : 'both';
    throw new CliError(EXIT.usage, `--line, --area: found ${found}, expected one of the two`);
  }
  if (cutoff !== undefined && area === undefined) {
    throw new CliError(EXIT.usage, `--cutoff: found ${cutoff} without --area, expected both`);
  }
  await refuseOverwrite(path, out === undefined ? {} : { out });
  try {
    const { dt } = options;
    const trajectory = await Trajectory.open(path, dt === undefined ? {} : { dt });
    try {
      const meter = meterOf(options, trajectory);
      await measureAll(trajectory, meter, options);
      const text = json ? JSON.stringify({ trajectory: path, ...meter.result() }) : meter.text();
      await output.write(`${text}\n`);
      return EXIT.ok;
    } finally {
      await trajectory.close();
    }
  } catch (error) {
    throw asCliError(error);
  }
}

async function measureAll(
  trajectory: Trajectory,
  meter: Meter,
  { out, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: FlowCommandOptions,
): Promise<void> {
  await using table =
    out === undefined ? undefined : await TableFile.open(out, meter.what, meter.schema);
  for await (const sample of trajectory.samples()) {
    if (sample.tick < from) continue;
    if (sample.tick > to) break;
    const rows = meter.add(sample);
    if (rows[0].length > 0) await table?.write(sample.tick, [rows]);
  }
  await table?.finish();
}

function asCliError(error: unknown): unknown {
  const cause = error;
  if (error instanceof FlowError) {
    return new CliError(EXIT.usage, `--${error.message}`, { cause });
  }
  if (error instanceof TableError) return new CliError(EXIT.refused, error.message, { cause });
  if (error instanceof FileError) return new CliError(EXIT.file, error.message, { cause });
  return error;
}

function meterOf({ line = [], area, cutoff }: FlowCommandOptions, trajectory: Trajectory): Meter {
  const { edges } = trajectory;
  if (area === undefined) {
    const crossings = new LineCrossings(line, edges);
    const result = () => ({ lines: crossings.flows(), passes: crossings.passTimes() });
    return {
      what: 'crossings',
      schema: CROSSINGS,
      add: (sample) => rowsOf(CROSSINGS, crossings.add(sample)),
      result,
      text: () =>
        [...crossings.flows().map(lineText), ...crossings.passTimes().map(passText)].join('\n'),
    };
  }
  const crowd = new AreaFlow(area, { edges, ...(cutoff !== undefined && { cutoff }) });
  return {
    what: 'points of the diagram',
    schema: DIAGRAM,
    add: (sample) => rowsOf(DIAGRAM, [crowd.add(sample)]),
    result: () => crowd.result(),
    text: () => areaText(crowd.result()),
  };
}

const CROSSINGS: TableSchema = {
  columns: [
    { name: 'line', type: 'u32', description: 'number of the line, from 1' },
    { name: 'time', type: 'f64', unit: 's', description: 'time of the crossing' },
    { name: 'id', type: 'u32', description: 'id of the agent' },
    {
      name: 'direction',
      type: 'f32',
      description: '1 from the left side of the line to the right, -1 back',
    },
    { name: 'count', type: 'u32', description: 'crossings of the line up to this one' },
    { name: 'net', type: 'f64', description: 'those to the right less those to the left' },
  ],
  metadata: {},
};

const DIAGRAM: TableSchema = {
  columns: [
    { name: 'tick', type: 'f64', description: 'tick of the sample' },
    { name: 'time', type: 'f64', unit: 's', description: 'time of the sample' },
    { name: 'agents', type: 'u32', description: 'number of agents in the area' },
    { name: 'density', type: 'f64', unit: '1/m^2', description: 'Voronoi density' },
    { name: 'speed', type: 'f64', unit: 'm/s', description: 'mean speed, weighted by cells' },
    { name: 'flow', type: 'f64', unit: '1/(m s)', description: 'density times speed' },
  ],
  metadata: {},
};

function rowsOf({ columns }: TableSchema, found: readonly (Crossing | DiagramPoint)[]): Rows {
  const records = found as unknown as readonly Readonly<Record<string, number>>[];
  return columns.map(({ name }) => records.map((record) => record[name]));
}

function lineText({ line, length, both, leftToRight, rightToLeft }: LineFlow, at: number): string {
  const row = (
    name: string,
    { crossings, first, last, flow: rate, specificFlow }: CrossingCount,
  ) => [
    name,
    ...[String(crossings), digits(first), digits(last), digits(rate), digits(specificFlow)],
  ];
  const [x1, y1, x2, y2] = line;
  return [
    `line ${at + 1}, (${x1}, ${y1}) to (${x2}, ${y2}), ${digits(length)} m`,
    ...tableLines([
      ['crossings', 'number', 'first (s)', 'last (s)', 'flow (1/s)', 'per meter (1/(m s))'],
      row('both', both),
      row('left to right', leftToRight),
      row('right to left', rightToLeft),
    ]),
  ].join('\n');
}

function passText({ from, to, passes, ...times }: PassTimes): string {
  const head = `line ${from} to line ${to}: ${counted(passes, 'pass', 'passes')}`;
  if (passes === 0) return head;
  const { mean, min, low, median, high, max } = times;
  return [
    head,
    ...tableLines([
      ['mean (s)', 'least', '10 %', 'median', '90 %', 'most'],
      [mean, min, low, median, high, max].map(digits),
    ]),
  ].join('\n');
}

function areaText({ area, samples, from, to, edie, voronoi }: AreaResult): string {
  const [x1, y1, x2, y2] = area;
  const span = `${digits(from)} to ${digits(to)} s`;
  const row = (name: string, { density, speed, flow: rate }: AreaResult['voronoi']) => [
    name,
    ...[density, speed, rate].map(digits),
  ];
  return [
    `area (${x1}, ${y1}) to (${x2}, ${y2}), ${span}, ${counted(samples, 'sample')}`,
    ...tableLines([
      ['', 'density (1/m^2)', 'speed (m/s)', 'flow (1/(m s))', 'along x', 'along y'],
      [...row('Edie', edie), digits(edie.flowX), digits(edie.flowY)],
      [...row('Voronoi', voronoi), '', ''],
    ]),
  ].join('\n');
}

function digits(value: number | null): string {
  return value === null ? '-' : String(Number(value.toPrecision(4)));
}
