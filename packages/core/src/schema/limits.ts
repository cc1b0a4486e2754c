/** The limits of a world. Kernels import this file too, so it must not import a schema. */
export const LIMITS = {
  agents: 4_194_304,
  /** Maximum number of species. A species with states counts once for each state. */
  species: 31,
  behaviors: 256,
  behaviorsPerSpecies: 16,
  laws: 16,
  targets: 256,
  paths: 256,
  regions: 256,
  /** Maximum number of reports of a species. Each report takes one bit of state.reported. */
  reportsPerSpecies: 16,
  statesPerSpecies: 16,
  transitionsPerState: 16,
  pathPoints: 4096,
  /** Maximum number of cells of a map along one edge. */
  mapEdge: 1024,
  /** Maximum number of points of a height map along one edge. */
  heightsEdge: 1025,
  fields: 8,
  /**
   * Maximum number of cells of a scalar field along one edge. The maximum number of all cells of the field is
   * `fieldCells`.
   */
  fieldEdge: 4096,
  fieldCells: 4_194_304,
  /** The largest absolute value that a cell of a field can have. */
  fieldValue: 1e9,
  meshVertices: 1_048_576,
  meshPolygons: 1_048_576,
  /** Maximum number of corners of one polygon of a mesh. */
  meshCorners: 64,
  /** Maximum number of areas of a ground, and of links. */
  areas: 64,
  links: 1024,
  obstacles: 4096,
  launchers: 64,
  commands: 1024,
  particles: 4_000_000,
  /** Maximum number of characters in the address of a model. */
  address: 256,
  /** The largest radius (m) within which neighbors are found. */
  neighborRadius: 10_000,
  /**
   * Maximum number of trail particles that one agent leaves in one step. The sum of this number and `sparks` is less
   * than 1024, so that 32 bits can count the particles of a tick.
   */
  trailBirths: 255,
  sparks: 768,
  /** The largest absolute coordinate (m). Up to this coordinate, adjacent f32 numbers are less than 1 cm apart. */
  coordinate: 100_000,
  /** The largest memory of one world (bytes). */
  bytes: 0x40000000,
} as const;

/** Maximum number of workers that can share a world. */
export const MAX_WORKERS = 32;

/** Maximum number of past ticks whose states a world keeps. */
export const MAX_HISTORY = 64;

/** Maximum number of random worlds in which a law can be checked. */
export const MAX_CHECK_WORLDS = 1_000_000;

/** Maximum number of problems that are reported for one list. */
export const MAX_LISTED = 100;

/** The last tick that a world can reach. At 60 ticks per second this is after about 200 days. */
export const MAX_TICK = 0x40000000;

/** Maximum number of slots of a context map, which is their number on the sphere. */
export const MAX_SLOTS = 42;

/** Maximum number of neighbors that ORCA avoids at once. */
export const MAX_NEIGHBORS = 64;
