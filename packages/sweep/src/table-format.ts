/** The formats of tables by file name, in a module that loads no readers and writers. */
export { TableError } from './tables/table-error.ts';
export { TABLE_FORMATS, type TableFormat, tableFormat } from './tables/table-format.ts';
