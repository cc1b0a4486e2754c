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
export { chooseLayer } from './self-test.ts';
export { type GpuRun, GpuStepper } from './tick/stepper.ts';
