/** What a run needs to write tables and pictures, to load it at once. */
export { measureColumns } from '@skein/sweep/tables';
export { FieldOutputs } from './field-outputs.ts';
export { TableFile } from './table-file.ts';
export { openTrajectories } from './trajectories.ts';
