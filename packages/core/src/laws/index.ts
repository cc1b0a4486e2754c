/**
 * Laws steer agents. A law is written once as an expression, and stored as data. All kernels compute the same results
 * from a law, bit for bit.
 */

export type { ColumnDeclaration, ColumnType } from '../schema/column-types.ts';
export { MAX_CHECK_WORLDS } from '../schema/limits.ts';
export {
  checkLaw,
  type LawCheck,
  type LawCheckOptions,
  type LawFailure,
} from './check-law.ts';
export type { ColumnNodes, LawColumns } from './column-nodes.ts';
export {
  type Birth,
  type Deposits,
  defineLaw,
  type LawAim,
  type LawContext,
  type NextValues,
  type NoColumns,
  type Self,
} from './define-law.ts';
export {
  type EvaluatedBirth,
  evaluateLaw,
  evaluateLawDeposit,
  evaluateLawLife,
  evaluateLawNext,
} from './evaluate.ts';
export {
  type BoolLike,
  type BoolNode,
  bool,
  type FloatLike,
  type FloatNode,
  float,
  select,
  type UintLike,
  type UintNode,
  uint,
  type Vec3Node,
  vec3,
} from './expressions.ts';
export type { Field } from './field-nodes.ts';
export { atan2, cos, exp, log, pow, sin } from './functions.ts';
export {
  LAW_LIMITS,
  LAW_VERSION,
  type Law,
  type LawBirth,
  type LawParameter,
  type LawResult,
} from './law.ts';
export { type LawCost, lawCode, lawCost } from './law-cost.ts';
export { LawError } from './law-error.ts';
export type { LawScene, PlaneScene } from './law-scene.ts';
export { lawsText, MAX_LAWS_BYTES, readLaws, readLawsText } from './laws-text.ts';
export type { NeighborSet, Neighbors, Other } from './neighbor-nodes.ts';
export type { NodeData } from './node.ts';
export type { Random } from './random.ts';
export { readLaw } from './read-law.ts';
