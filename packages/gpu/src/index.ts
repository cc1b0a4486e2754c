export { arithmetic, LAYERS, type Layer, OPAQUE } from './arithmetic.ts';
export { type BufferUse, Device, type Dispatch, type Pipeline } from './device.ts';
export { GpuError, type GpuErrorCode } from './gpu-error.ts';
export {
  type LawLook,
  type LawSources,
  type LawStep,
  type LawWgsl,
  wgslHeading,
  wgslOfLaw,
} from './law-code.ts';
export { hardOperands } from './operands.ts';
export { chooseLayer, type ShapeReport, tryShapes } from './self-test.ts';
export type { Shape } from './shapes.ts';
export {
  type GpuOptions,
  type GpuRun,
  type GpuState,
  GpuStepper,
  type Stretch,
} from './tick/stepper.ts';
