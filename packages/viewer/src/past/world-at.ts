// Loaded when a run begins in the past of another.
export { worldAt } from '@skein/core/internal';
