/** Grounds from scenes of three.js. navcat makes them, and is installed beside: `npm install navcat`. */

export { GroundError, type GroundErrorCode, type GroundOptions } from '@skein/core/ground';
export { groundFrom } from './ground-from.ts';
