import { SkeinError } from '@skein/core';

export type RoomErrorCode =
  /** An option is unknown or out of range, or the world does not suit it. */
  | 'ROOM_OPTION'
  /** A message is damaged, too large, or not one of the protocol. Nothing of it was used. */
  | 'ROOM_MESSAGE'
  /** A command cannot be sent: it is not a plain object that JSON can hold, or it is too large. */
  | 'ROOM_COMMAND'
  /** Too many inputs wait for an answer of the room. */
  | 'ROOM_FULL';

/** Thrown when a room or a guest refuses an option, a message or an input. */
export class RoomError extends SkeinError {
  declare readonly code: RoomErrorCode;

  constructor(code: RoomErrorCode, where: string, found: string, expected: string) {
    super(code, `${where}: found ${found}, expected ${expected}.`);
  }
}
