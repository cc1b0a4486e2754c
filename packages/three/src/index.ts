export { FixedStep, MAX_CATCH_UP } from './loop/fixed-step.ts';
