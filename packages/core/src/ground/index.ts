/** Grounds from triangles of levels, made by navcat. navcat is installed beside: `npm install navcat`. */

export { groundFromTriangles } from './from-triangles.ts';
export type { Triangles } from './level.ts';
export { levelScenario } from './level-scenario.ts';
export { GroundError, type GroundErrorCode, type GroundOptions } from './options.ts';
