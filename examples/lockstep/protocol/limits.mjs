// What both sides hold each other to. A message beyond a limit is refused, and nothing of it is used.

/** Changes with every change of what is sent. */
export const PROTOCOL = 1;

/** Characters of a message. */
export const MAX_TEXT = 1_048_576;

/** Characters of a command as JSON: room for a list of some thousand ids. */
export const MAX_COMMAND = 65_536;

/** Characters of the commands of one turn together; those beyond wait for the next one. */
export const MAX_TURN = 262_144;

/** Levels of arrays and objects in a command; those that exist have three. */
export const MAX_DEPTH = 8;

export const MAX_SNAPSHOT_BYTES = 67_108_864;

/** Turns that the server sends at once to a peer that asks for them. */
export const MAX_TURNS_AT_ONCE = 100;

/** Ticks whose hashes are kept to be compared, a minute at 60 ticks per second. */
export const MAX_HASHES = 3600;
