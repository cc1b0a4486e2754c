/** The formats of tables by the names of files, apart from what reads and writes them. */
export { TableError } from './tables/table-error.ts';
export { TABLE_FORMATS, type TableFormat, tableFormat } from './tables/table-format.ts';
