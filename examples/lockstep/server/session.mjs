// A session on an HTTP server: a room that orders commands and compares hashes, and a door that lets peers in. It steps
// no world.
import { createWorld } from '@skein/core';
import { Room } from '@skein/rooms';
import { openDoor } from './door.mjs';

/** @import { Server } from 'node:http' */
/** @import { Scenario } from '@skein/core' */
/** @import { RoomEvent } from '@skein/rooms' */

/** How often the room looks at the clock, in ms: a few times in each tick. */
const ADVANCE_MS = 4;

/**
 * @param {Server} server
 * @param {Scenario} scenario
 * @param {(event: RoomEvent) => void} [onEvent]
 */
export function openSession(server, scenario, onEvent = () => {}) {
  const room = new Room({
    world: createWorld(scenario),
    authority: 'guests',
    onEvent(event) {
      onEvent(event);
      door.tell(event);
      if (event.type === 'joined' || event.type === 'left')
        door.tell({ type: 'peers', peers: room.guests });
    },
  });
  const door = openDoor(server, room);
  const timer = setInterval(() => void room.advance(), ADVANCE_MS);
  return {
    room,
    close() {
      clearInterval(timer);
      door.close();
    },
  };
}
