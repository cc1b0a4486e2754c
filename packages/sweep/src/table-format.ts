/** Finds the format of a table by its file name. This module does not load the code that reads and writes tables. */
export { TableError } from './tables/table-error.ts';
export {
  formatOf,
  TABLE_FORMATS,
  type TableFormat,
  TRAJECTORY_FORMATS,
  type TrajectoryFormat,
  tableFormat,
} from './tables/table-format.ts';
