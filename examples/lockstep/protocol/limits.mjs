// The limits that both sides enforce. A message that exceeds a limit is refused, and none of it is used.

/** Changes whenever the format of messages changes. */
export const PROTOCOL = 1;

/** The maximum length of a message, in characters. */
export const MAX_TEXT = 1_048_576;

/** The maximum length of a command as JSON, in characters: enough for a list of some thousand ids. */
export const MAX_COMMAND = 65_536;

/**
 * The maximum total length of the commands in a turn, in characters. Further commands wait for the next turn. With the
 * notes of the server, a turn is far shorter than a message may be.
 */
export const MAX_TURN = 262_144;

/** The maximum nesting of a command, in levels of arrays and objects. Real commands have three. */
export const MAX_DEPTH = 8;

export const MAX_SNAPSHOT_BYTES = 67_108_864;

/** The maximum number of turns that the server sends at once to a peer that requests them. */
export const MAX_TURNS_AT_ONCE = 100;

/** The maximum of every number in a message: ticks of two years, and the 4 bytes of a turn in a snapshot. */
export const MAX_NUMBER = 0xffff_ffff;

/** The maximum number of connections to a server. */
export const MAX_CONNECTIONS = 32;

/** The number of ticks whose hashes are kept for comparison: one minute at 60 ticks per second. */
export const MAX_HASHES = 3600;
