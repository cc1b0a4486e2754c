export { CmaEs, type CmaEsOptions } from './cma-es.ts';
export { checkData, type DataTable, type Datum, type FitData, readDataTable } from './fit-data.ts';
export { FitError, type FitErrorCode } from './fit-error.ts';
export {
  type FitProblem,
  type FitSettings,
  type FullSettings,
  readFit,
} from './fit-problem.ts';
export { FIT_FILE, type FitRecord, readFitRecord } from './fit-record.ts';
export type { FitStop } from './fit-search.ts';
export { type FitOptions, type FitReport, runFit } from './run-fit.ts';
