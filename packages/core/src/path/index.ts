/** Path finding on maps without a world: A*, jump point search, flow fields, maps as text, and navigation meshes. */

export { type FlowField, flowField, NO_MOVE } from './flow-field.ts';
export { lineOfSight, straightCost } from './line-of-sight.ts';
export {
  createMap,
  DEFAULT_LEGEND,
  type GridMap,
  isOpen,
  type Legend,
  mapFromRows,
} from './map.ts';
export { MapError } from './map-error.ts';
export { parseMapText } from './map-text.ts';
export {
  type GroundShape,
  groundFromNavcat,
  meshFromNavcat,
  type NavcatFloor,
  type NavcatMesh,
  type NavcatTile,
} from './mesh/from-navcat.ts';
export { groundFromRecast, type RecastMesh, type RecastTile } from './mesh/from-recast.ts';
export {
  MAX_MAP_CHARACTERS,
  MOVING_AI_LEGEND,
  type MovingAiQuery,
  parseMovingAiMap,
  parseMovingAiScenario,
} from './moving-ai.ts';
export { MAX_CELLS, MOVE_X, MOVE_Y, type Neighbors } from './octile.ts';
export { PathError } from './path-error.ts';
export { type Path, PathFinder, type PathFinderOptions } from './path-finder.ts';
export type { Ground, Slope } from './slope.ts';
export { smoothPath } from './smooth.ts';
