import { randomOf } from '../../../core/test/helpers/random-of.ts';
import type { Column, ColumnType, Rows, TableSchema } from '../../src/tables/table.ts';

type Value = number | string | boolean | null;
type Random = () => number;

/** A table of any kind that there is. */
export interface RandomTable {
  readonly schema: TableSchema;
  readonly rows: number;
  /** What should be read: numbers as the type rounds them, NaN or null where there is none. */
  readonly expected: readonly (readonly Value[])[];
  /** The same rows as they are written, in parts. */
  readonly parts: readonly Rows[];
}

const TYPES: readonly ColumnType[] = ['f64', 'f32', 'u32', 'text', 'bool'];

// Nothing begins with U+FEFF: JavaScript readers take it for a byte order mark.

/** Names that break code which joins, quotes or looks up names carelessly. */
const NAMES = [
  'boid.separation.weight',
  'quantile(speed,0.9)',
  'mean(law:crowding.x)',
  'a "quoted" name',
  'two\nlines',
  'ends in a CR\r',
  'Häuser, 漢字 and 🐦',
  'with a \ufeff mark',
  '__proto__',
  'constructor',
  '17',
  ' ',
  ',',
  "it's",
  'columns',
];

const NUMBERS = [0, -0, 1, -1, Infinity, -Infinity, 5e-324, 1e-45, 1.5e308, 0.1, 1 / 3, 2 ** 53];
const WORDS = [0, 1, 255, 65_536, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const TEXTS = [
  ...[
    '',
    ' ',
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    '\r',
    'a,b\n"c"\r\n',
    'null',
    'NaN',
    'true',
    '007',
    '1e5',
  ],
  ...[
    'ünï',
    '漢字',
    '🐦 and 🦅',
    'a\ufeffb',
    '\0',
    '\u2028',
    '\\',
    "'",
    '{"a":1}',
    'x'.repeat(300),
  ],
];

const EDGES: Readonly<Record<ColumnType, readonly Value[]>> = {
  f64: NUMBERS,
  f32: NUMBERS,
  u32: WORDS,
  text: TEXTS,
  bool: [true, false],
};

/** Sizes near those at which readers and writers start a new unit; the last is larger than a row group. */
const SIZES = [0, 1, 2, 7, 8, 9, 17, 1003, 1025, 4096, 5003, 66_003];

/** @param small leaves out sizes that take long */
export function randomTable(seed: number, small = false): RandomTable {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const rows = SIZES[seed % (small ? SIZES.length - 1 : SIZES.length)];
  const names = new Set<string>();
  const count = 1 + Math.floor(9 * random() ** 2);
  while (names.size < count) names.add(random() < 0.7 ? pick(NAMES) : `c${names.size}`);
  const columns = Array.from(names, (name): Column => {
    const notes =
      random() < 0.5 ? { unit: pick(['m', 'm/s', 'µm²']), description: pick(TEXTS) } : {};
    return { name, type: pick(TYPES), ...notes };
  });
  const expected = columns.map(({ type }) => randomColumn(type, rows, random));
  const metadata = { engine: '1.2.3', plan: pick(TEXTS), ['__proto__']: pick(TEXTS), ü: '漢' };
  return {
    schema: { columns, metadata },
    rows,
    expected,
    parts: partsOf(columns, expected, random),
  };
}

function randomColumn(type: ColumnType, rows: number, random: Random): Value[] {
  const edges = EDGES[type];
  // A writer encodes few values as a dictionary, and one value as a run; a column may also have none at all.
  const distinct = [1, 2, 40, Infinity][Math.floor(random() * 4)];
  const none = [0, 0, 0.2, 1][Math.floor(random() * 4)];
  const some = Array.from({ length: Math.min(distinct, 40) }, () =>
    randomValue(type, edges, random),
  );
  return Array.from({ length: rows }, () => {
    if (random() < none) return type === 'text' || type === 'bool' ? null : Number.NaN;
    if (distinct === Infinity) return randomValue(type, edges, random);
    return some[Math.floor(random() * some.length)];
  });
}

function randomValue(type: ColumnType, edges: readonly Value[], random: Random): Value {
  const edge = edges[Math.floor(random() * edges.length)];
  if (type === 'bool' || random() < 0.3) {
    return type === 'f32' ? Math.fround(edge as number) : edge;
  }
  if (type === 'text') return `text ${Math.floor(1e6 * random())}`;
  if (type === 'u32') return Math.floor(2 ** 32 * random());
  const number = (random() - 0.5) * 10 ** Math.floor(60 * random() - 30);
  return type === 'f32' ? Math.fround(number) : number;
}

function partsOf(columns: readonly Column[], all: readonly Value[][], random: Random): Rows[] {
  const rows = all[0].length;
  const parts: Rows[] = [];
  for (let begin = 0; begin < rows; ) {
    const end = Math.min(
      rows,
      begin + Math.floor(random() ** 3 * 1.5 * rows) + (random() < 0.9 ? 1 : 0),
    );
    parts.push(columns.map(({ type }, at) => asWritten(type, all[at].slice(begin, end), random)));
    begin = end;
  }
  return parts;
}

/** Puts numbers in an array of any kind that holds them. */
function asWritten(type: ColumnType, values: Value[], random: Random): Rows[number] {
  if (type === 'text' || type === 'bool' || random() < 0.5) {
    return random() < 0.5 ? values : values.map((value) => (Number.isNaN(value) ? null : value));
  }
  const numbers = values as number[];
  if (type === 'f32') return Float32Array.from(numbers);
  const isWhole = type === 'u32' && !numbers.some(Number.isNaN);
  return isWhole ? Uint32Array.from(numbers) : Float64Array.from(numbers);
}

/** Describes the first place where values differ in any bit; undefined if none do. */
export function valueDifference(
  { schema, expected }: RandomTable,
  found: (at: number, row: number) => unknown,
): string | undefined {
  for (const [at, values] of expected.entries()) {
    for (const [row, value] of values.entries()) {
      const other = found(at, row);
      if (Object.is(other, value)) continue;
      const { name, type } = schema.columns[at];
      return `${type} ${JSON.stringify(name)}, row ${row}: found ${String(other)}, expected ${String(value)}`;
    }
  }
  return undefined;
}
