/**
 * The values of constants.commandKind, and what commandPlace (p) and commandValue (v) hold:
 * - fire: p0 launcher, p1 count; v0 angle (rad), v1 1 for a ring
 * - move: p0 target; v0, v1, v2 position (m)
 * - cells: p0 to p1 columns, p2 to p3 rows of the map; v0 their cost, 0 for a wall
 * - setBehavior: p0 row of state.behaviorParameters, p1 slot; v0 value
 * - setSpecies: p0 species, p1 slot; v0 value
 */
export const COMMAND = { fire: 1, move: 2, setBehavior: 3, setSpecies: 4, cells: 5 } as const;

export type CommandKind = (typeof COMMAND)[keyof typeof COMMAND];
