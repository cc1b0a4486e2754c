/**
 * The part of core that loads neither the schema nor the engine. With this part, programs can load the schema and the
 * engine later, when they need them.
 */
export * from './errors.ts';
export { f32Number, f32Text } from './measure/f32-text.ts';
export {
  type ChangeSign,
  changeText,
  type ParameterChange,
  parameterName,
  readChange,
} from './scenario/change-text.ts';
export { LIMITS, MAX_CHECK_WORLDS, MAX_TICK, MAX_WORKERS } from './schema/limits.ts';
export { slipOf } from './slip.ts';
