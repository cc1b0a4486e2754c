/**
 * What the packages beside this one read and describe input with, and draw samples from, without the engine;
 * not for programs of others.
 */
export { findExcess, findTwinKey, type JsonExcess, type JsonLimits } from './json-text.ts';
export { randomInto, unit } from './math/random.ts';
export { findPlace, type Place } from './scenario/change-scenario.ts';
export { describeBehaviors } from './scenario/describe.ts';
export { guessText, meantBy } from './scenario/known-keys.ts';
export { problemsOf } from './scenario/parse.ts';
export { SAVED_HEAD_BYTES, savedKind, savedLength } from './snapshot/container.ts';
