/** The limits of a world. Kernels import this file too, so it must not import a schema. */
export const LIMITS = {
  agents: 4_194_304,
  /** Species and their states together. */
  species: 31,
  behaviors: 256,
  behaviorsPerSpecies: 16,
  laws: 16,
  targets: 256,
  paths: 256,
  regions: 256,
  /** Each report takes one bit of state.reported. */
  reportsPerSpecies: 16,
  statesPerSpecies: 16,
  transitionsPerState: 16,
  pathPoints: 4096,
  /** The most cells of a map along one edge. */
  mapEdge: 1024,
  /** The most points of a height map along one edge. */
  heightsEdge: 1025,
  fields: 8,
  /** The most cells of a scalar field along one edge. The next limit is that of all its cells. */
  fieldEdge: 4096,
  fieldCells: 4_194_304,
  /** The largest absolute value of a field cell. */
  fieldValue: 1e9,
  meshVertices: 65_536,
  meshPolygons: 65_536,
  /** The most corners of one polygon of a mesh. */
  meshCorners: 64,
  obstacles: 4096,
  launchers: 64,
  commands: 1024,
  particles: 4_000_000,
  /** The most characters of the address of a model. */
  address: 256,
  /** The largest radius in which neighbors are found (m). */
  neighborRadius: 10_000,
  /**
   * The most trail particles of one agent in one step. Together with `sparks` less than 1024, so that 32 bits can count
   * the particles of a tick.
   */
  trailBirths: 255,
  sparks: 768,
  /** The largest absolute coordinate (m). Beyond it, f32 steps are coarser than 1 cm. */
  coordinate: 100_000,
  /** The largest memory of one world, in bytes. */
  bytes: 0x40000000,
} as const;

/** The most workers that can share a world. */
export const MAX_WORKERS = 32;

/** The most random worlds in which a law can be checked. */
export const MAX_CHECK_WORLDS = 1_000_000;

/** The most problems that are reported for one list. */
export const MAX_LISTED = 100;

/** The last tick that a world can reach: 200 days at 60 ticks per second. */
export const MAX_TICK = 0x40000000;

/** The most neighbors that ORCA avoids at once. */
export const MAX_NEIGHBORS = 64;
