/**
 * Sessions in which several worlds stay equal, over any transport: a `Room` orders the commands, and each `Guest` predicts
 * and corrects its world.
 */

export { Guest, type GuestEvent, type GuestOptions } from './guest.ts';
export type { Entry } from './messages.ts';
export { type Connection, Room, type RoomEvent, type RoomOptions } from './room.ts';
export { RoomError, type RoomErrorCode } from './room-error.ts';
