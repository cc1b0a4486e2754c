export type { Column, ColumnType, Rows, TableSchema, TableWriter } from './table.ts';
