/** What a run needs to write tables and pictures, to load it at once. */
export { agentColumns, measureColumns } from '@skein/sweep/tables';
export { FieldOutputs } from './field-outputs.ts';
export { TableFile } from './table-file.ts';
