export {
  type Analysis,
  type AnalyzeOptions,
  analyze,
  type MorrisAnalysis,
  type Sensitivity,
  type SobolAnalysis,
} from './analyze.ts';
export type { Estimate } from './bootstrap.ts';
