// Loaded late, see explaining.ts.
export { inspect, weightMap } from '@skein/core';
