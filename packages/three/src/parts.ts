/**
 * The building blocks from which the objects of this package are made. They are for programs that draw a world in their
 * own way, such as the viewer. They change more often than the main entry point.
 */

export { isZUp } from '@skein/core/read';
export { Bodies, type BodyLook } from './bodies/bodies.ts';
export { BodyColumns } from './bodies/body-columns.ts';
export { SHAPES, type Shape, type ShapeName } from './bodies/shapes.ts';
export { isLight } from './light/is-light.ts';
export { knowView, lightMaterial, type ShadingOptions, VERTEX_END } from './light/light.ts';
export { FixedStep, MAX_CATCH_UP } from './loop/fixed-step.ts';
export { type Companion, Stepper, type StepperEvents } from './loop/stepper.ts';
export {
  type EvaluatedParticles,
  type Feed,
  ParticleFeed,
  type TakeParticles,
} from './particles/feed.ts';
export {
  Sprites,
  type SpritesOptions,
  type SpritesView,
  type WorldSource,
} from './particles/sprites.ts';
export { AgentPoints, type PointsLook, readsPaint } from './points/agent-points.ts';
export { HEAD_SIZE, HeadPoints } from './points/head-points.ts';
export type { SpeciesLook } from './points/point-columns.ts';
export type { Births } from './sync/births.ts';
export {
  cssColor,
  kindColor,
  type Rgb,
  SCALE_BYTES,
  SCALE_CSS,
  STEPS,
} from './sync/color-scale.ts';
export { type AgentBuffers, type DrawnAgents, MANY } from './sync/drawn-agents.ts';
export type { DrawnField } from './sync/drawn-field.ts';
export type { DrawnScalar } from './sync/drawn-scalar.ts';
export { DrawnState, TRAIL_SECONDS } from './sync/drawn-state.ts';
export { HEADING_CSS } from './sync/heading-colors.ts';
export { FORM_CSS, type ScaleForm } from './sync/number-colors.ts';
export { type ColorBy, type OfColumn, Paint, type Scale } from './sync/paint.ts';
export { AT_REST, MAX_POSED } from './sync/poses.ts';
export type { Relief } from './sync/relief.ts';
export { SeenState } from './sync/seen-state.ts';
export { type RecorderOptions, TrailRecorder } from './sync/trail-recorder.ts';
export type { TrailRing } from './sync/trail-ring.ts';
export type { Kind } from './sync/value-colors.ts';
export { Ribbons, type RibbonsLook } from './trails/ribbons.ts';
