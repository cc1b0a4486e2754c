/** What the packages beside this one read input with and draw samples from; not for programs of others. */
export { findExcess, findTwinKey, type JsonExcess, type JsonLimits } from './json-text.ts';
export { randomInto, unit } from './math/random.ts';
export { findPlace, type Place } from './scenario/change-scenario.ts';
export { guessText } from './scenario/known-keys.ts';
export { problemsOf } from './scenario/parse.ts';
