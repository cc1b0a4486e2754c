export { FileError } from '../stores/file-error.ts';
export { type AgentColumns, agentColumns } from './agents.ts';
export type { ReadOptions } from './blocks.ts';
export { type FieldColumns, fieldColumns } from './fields.ts';
export { measureColumns } from './measures.ts';
export { type OpenOptions, openTable } from './open-table.ts';
export { type RowPart, readRows, type TableRow } from './read-rows.ts';
export { readTable, readTableParts } from './read-table.ts';
export { isSelected, readSelection, type Selection } from './selection.ts';
export type {
  Column,
  ColumnType,
  ColumnValues,
  Rows,
  Table,
  TableSchema,
  TableWriter,
} from './table.ts';
export { TableError, type TableErrorCode } from './table-error.ts';
export { TABLE_FORMATS, type TableFormat, tableFormat } from './table-format.ts';
export type { TextSink } from './text-table.ts';
export {
  type TraceColumns,
  TraceFile,
  type TraceId,
  type TraceTick,
  UnsortedTrace,
} from './trace-file.ts';
export { type Trajectories, type TrajectoryOptions, trajectoriesOf } from './trajectories.ts';
