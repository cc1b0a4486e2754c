/**
 * The building blocks of `@skein/three/parts` for `WebGPURenderer`, built from nodes. These building blocks change more
 * often than the main entry point.
 */

export { NodeAgentPoints } from './agent-points.ts';
export { NodeBodies } from './bodies.ts';
export { CardColumns, type CardStepper } from './card-columns.ts';
export { CardPoints } from './card-points.ts';
export { NodeHeadPoints } from './head-points.ts';
export { type Mixing, nodeLightMaterial, pixelsPerMeter, viewOf } from './light.ts';
export { PointBuffers } from './point-buffers.ts';
export { NodeRibbons } from './ribbons.ts';
export { NodeSprites } from './sprites.ts';
export { awayFromMiddle, squareAt, squares } from './squares.ts';
