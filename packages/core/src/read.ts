/**
 * Reads worlds for renderers and tools: agents packed as points, the births of particles, and the digest of a world.
 * Typed arrays with all columns of agents are in `world.views`.
 */

export {
  type BirthColumns,
  type Births,
  birthColumns,
  birthsSince,
  visibleBirths,
} from './phases/living-particles.ts';
export { type PointColumns, packPoints } from './points/pack-points.ts';
export {
  BLOCK_NUMBERS,
  blocksOf,
  createPointRecords,
  POINT_BLOCK,
  POINT_SPREAD,
  POINT_WORDS,
  type PointRecords,
  pointBytes,
  pointRecordsIn,
} from './points/point-records.ts';
export {
  pointPositionInto,
  pointSpecies,
  pointVelocityInto,
  readPointsInto,
  type Xyz,
} from './points/read-points.ts';
export { isZUp } from './scenario/is-z-up.ts';
export { worldDigest } from './snapshot/digest.ts';
export { packWorldPoints } from './tick/point-thread.ts';
