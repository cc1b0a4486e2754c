import type { Random } from './fuzzer.ts';

type Tree = unknown;

/** Where something stands in a tree of JSON: what contains it, and its key there. */
interface Place {
  readonly parent: Record<string, Tree> | Tree[];
  readonly key: string | number;
}

/** Numbers at which ranges begin and end, and some between. */
const NUMBERS = [0, 1, -1, 2, 3, 7, 0.5, 0.1, 1e-3, 17, 60, 255, 1e3, 1e4, 1e5, -1e5, 4096];

/** The most rows, and characters of a row, to which a map is made larger. */
const MAX_EDGE = 96;

/**
 * Changes one thing in a tree so that it mostly stays what it is: a number to one near it or to the end
 * of a range, a word to another that stands elsewhere under the same key, a list by an element more or
 * less, a part to that of another tree; and the rows of a map together, so that they stay equally long.
 */
export function mutateTree(input: Tree, other: Tree, random: Random): Tree {
  const tree = structuredClone(input);
  const places = placesIn(tree);
  const theirs = placesIn(other);
  // The many numbers of a list of points should not be drawn more often than the few beside it.
  const names = [...new Set(places.map(nameOf))];
  const name = pick(names, random);
  const { parent, key } = pick(
    places.filter((place) => nameOf(place) === name),
    random,
  );
  const at = parent as Record<string | number, Tree>;
  const value = at[key];
  const alike = theirs.filter((place) => nameOf(place) === name);
  if (key === 'rows' && Array.isArray(value)) at[key] = otherRows(value as string[], random);
  else if (alike.length > 0 && random() < 0.4) {
    const from = pick(alike, random);
    at[key] = structuredClone((from.parent as typeof at)[from.key]);
  } else if (typeof value === 'number') at[key] = otherNumber(value, random);
  else if (typeof value === 'boolean') at[key] = !value;
  else if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') {
    const element = Math.floor(random() * value.length);
    if (random() < 0.5) value.splice(element, 1);
    else value.splice(element, 0, structuredClone(value[element]));
  } else if (!Array.isArray(parent) && random() < 0.5) delete parent[key];
  return tree;
}

/** Everything in a tree but its root. */
function placesIn(tree: Tree): Place[] {
  if (tree === null || typeof tree !== 'object') return [];
  const parent = tree as Place['parent'];
  return Object.keys(parent).flatMap((name) => {
    const key = Array.isArray(parent) ? Number(name) : name;
    return [{ parent, key }, ...placesIn((parent as Record<string, Tree>)[name])];
  });
}

function nameOf({ parent, key }: Place): string {
  if (typeof key === 'string') return key;
  const [first] = parent as Tree[];
  return typeof first === 'object' ? 'element' : typeof first;
}

function otherNumber(value: number, random: Random): number {
  const ways = [value * 2, value / 2, value * 10, value / 10, value + 1, value - 1, -value];
  const other = pick(random() < 0.5 ? ways : NUMBERS, random);
  return random() < 0.1 ? other * random() : other;
}

function otherRows(rows: readonly string[], random: Random): string[] {
  const row = Math.floor(random() * rows.length);
  const column = Math.floor(random() * rows[0].length);
  const way = random();
  if (way < 0.2) return rows.filter((_, r) => r !== row || rows.length === 1);
  if (way < 0.3) return rows.map((row) => row.slice(0, column) + row.slice(column + 1) || row);
  if (way < 0.4) return [...rows, ...rows].slice(0, MAX_EDGE);
  if (way < 0.5) return rows.map((row) => (row + row).slice(0, MAX_EDGE));
  if (way < 0.6) return rows.map((row) => row.replaceAll('#', '.'));
  // A block of one character.
  const character = random() < 0.7 ? '#' : rows[row][column];
  const [height, width] = [rows.length, rows[0].length].map((n) => 1 + Math.floor(random() * n));
  return rows.map((one, r) => {
    if (r < row || r >= row + height) return one;
    const end = Math.min(one.length, column + width);
    return one.slice(0, column) + character.repeat(end - column) + one.slice(end);
  });
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)];
}
