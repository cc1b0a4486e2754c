/** Changes whenever the messages change. Rooms refuse guests with another protocol. */
export const PROTOCOL = 1;

/** The maximum length of a message from a guest, in bytes, unless it is a snapshot that the room asked for. */
export const MAX_MESSAGE_BYTES = 0x1_0000;

/** The maximum length of a message with a snapshot, in bytes. Unpacked, a snapshot may have 16 times as many. */
export const MAX_SNAPSHOT_BYTES = 0x400_0000;
export const MAX_UNPACKED_BYTES = 0x4000_0000;

/** The maximum length of a command as JSON, and of all inputs in a message, in characters. */
export const MAX_COMMAND_TEXT = 0x4000;
export const MAX_INPUTS_TEXT = 0xa000;

/** The maximum nesting of a command, in arrays and objects. */
export const MAX_COMMAND_DEPTH = 8;

/** The maximum nesting of a message, in arrays and objects. Real commands have three levels, the message four more. */
export const MAX_DEPTH = 12;

/** The maximum number of inputs of one guest that wait for their turn. More are sent again later. */
export const MAX_WAITING = 64;

/** The maximum number of commands in a turn. More wait for the next one. */
export const MAX_TURN_COMMANDS = 256;

/** The maximum number of turns in a message, and the maximum length of their commands as JSON, in characters. */
export const MAX_TURNS = 240;
export const MAX_TURNS_TEXT = 0x4_0000;

/** How far ahead of the room a guest may place an input, in ticks. */
export const MAX_AHEAD = 120;

/** How many turns a room keeps, unless an option says otherwise, and how many it keeps at most. */
export const KEPT_TURNS = 600;
export const MAX_KEPT_TURNS = 36_000;

/** How many hashes, each of another tick, are in a message at most. */
export const KEPT_HASHES = 16;

/** How many guests a room has at most, and of how many that left it remembers the token. */
export const MAX_GUESTS = 64;
export const MAX_TOKENS = 1024;

/** How many times in a row a guest's world may differ before the room ends its connection. */
export const MAX_DIFFERENCES = 3;

/** How often a lost greeting or snapshot is sent again, in ms. */
export const REPEAT_MS = 500;

/** How many messages of a guest a room takes between two calls of `advance`. More are left out. */
export const MAX_BURST = 240;

/** How long a guest may take to give a snapshot before another one is asked, in ms. */
export const PATIENCE_MS = 5000;
