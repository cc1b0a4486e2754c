export * from '../analysis/index.ts';
export { type Curve, readCurves } from './curves.ts';
export { GENERATOR } from './page.ts';
export { pngOf } from './png.ts';
export { readResults } from './read-results.ts';
export { type FigureFile, makeReport, type Report, type ReportOptions } from './report.ts';
export { ReportError, type ReportErrorCode } from './report-error.ts';
export type {
  Cells,
  Columns,
  Failure,
  PlannedMeasure,
  PlannedParameter,
  Results,
  SweepFacts,
} from './results.ts';
