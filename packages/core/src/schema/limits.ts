/** What a world may have at most. Kernels read it too, so there is no schema in here. */
export const LIMITS = {
  agents: 4_194_304,
  /** With each of their states. */
  species: 31,
  behaviors: 256,
  behaviorsPerSpecies: 16,
  laws: 16,
  targets: 256,
  paths: 256,
  regions: 256,
  /** One bit each in the words of state.reported. */
  reportsPerSpecies: 16,
  statesPerSpecies: 16,
  transitionsPerState: 16,
  pathPoints: 4096,
  /** Cells of a map along one edge. */
  mapEdge: 1024,
  /** Points of a height map along one edge. */
  heightsEdge: 1025,
  fields: 8,
  /** Cells of a scalar field along one edge, and of one field. */
  fieldEdge: 4096,
  fieldCells: 4_194_304,
  /** Largest value of a cell, either way. */
  fieldValue: 1e9,
  meshVertices: 65_536,
  meshPolygons: 65_536,
  /** Corners of one polygon of a mesh. */
  meshCorners: 64,
  obstacles: 4096,
  launchers: 64,
  commands: 1024,
  particles: 4_000_000,
  /** Characters of the address of a model. */
  address: 256,
  /** How far neighbors are looked for (m). */
  neighborRadius: 10_000,
  /** Of one agent in one step: with the sparks less than 1024, so that 32 bits count a whole tick. */
  trailBirths: 255,
  sparks: 768,
  /** Largest coordinate (m); beyond it f32 steps are coarser than 1 cm. */
  coordinate: 100_000,
  /** Largest memory of one world. */
  bytes: 0x40000000,
} as const;

/** Largest number of workers that can share a world. */
export const MAX_WORKERS = 32;

/** Largest number of random worlds that a law can be checked in. */
export const MAX_CHECK_WORLDS = 1_000_000;

/** Problems of one list that are reported. */
export const MAX_LISTED = 100;

/** The last tick that a world can reach: 200 days at 60 ticks per second. */
export const MAX_TICK = 0x40000000;

/** The most neighbors that ORCA avoids at once. */
export const MAX_NEIGHBORS = 64;
