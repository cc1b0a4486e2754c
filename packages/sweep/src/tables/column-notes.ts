import { COLUMN_TYPES, COLUMNS_KEY } from './check-rows.ts';
import type { Column, TableSchema } from './table.ts';

/** Returns the metadata of a file: the metadata of the table, and its columns with units and descriptions, as JSON. */
export function fileMetadata({ columns, metadata }: TableSchema): [key: string, value: string][] {
  const notes = columns.map(({ name, type, unit, description }) => ({
    name,
    type,
    ...(unit !== undefined && { unit }),
    ...(description !== undefined && { description }),
  }));
  return [...Object.entries(metadata), [COLUMNS_KEY, JSON.stringify(notes)]];
}

/**
 * Restores the schema of a table from the metadata of its file.
 *
 * @param found the columns of the file itself; metadata about other columns is ignored
 */
export function tableSchema(
  found: readonly Column[],
  entries: Iterable<readonly [key: string, value: string]>,
): TableSchema {
  const metadata = Object.fromEntries(entries);
  const notes = new Map(readNotes(metadata[COLUMNS_KEY]).map((note) => [note.name, note]));
  const isOwn = notes.size > 0;
  if (isOwn) delete metadata[COLUMNS_KEY];
  const columns = found.map((column) => {
    const note = notes.get(column.name);
    return note?.type === column.type ? note : column;
  });
  return { columns, metadata };
}

/** Reads the units and descriptions of columns. If another program wrote the text, returns an empty list. */
function readNotes(text: string | undefined): Column[] {
  if (text === undefined) return [];
  try {
    const notes: unknown = JSON.parse(text);
    return Array.isArray(notes) && notes.every(isColumn) ? notes.map(columnOf) : [];
  } catch {
    return [];
  }
}

function isColumn(value: unknown): value is Column {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, unit, description } = value as Record<string, unknown>;
  const isNote = (text: unknown): boolean => text === undefined || typeof text === 'string';
  const hasType = (COLUMN_TYPES as readonly unknown[]).includes(type);
  return typeof name === 'string' && hasType && isNote(unit) && isNote(description);
}

function columnOf({ name, type, unit, description }: Column): Column {
  return {
    name,
    type,
    ...(unit !== undefined && { unit }),
    ...(description !== undefined && { description }),
  };
}
