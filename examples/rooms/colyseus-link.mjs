import { Client } from '@colyseus/sdk';
import { REOPEN_MS } from './links.mjs';

/** @import { OpenLink } from './links.mjs' */

/** A link to a room of Colyseus. @type {OpenLink} */
export function openColyseusLink(url, { receive, reopened }) {
  const client = new Client(url);
  /** @type {import('@colyseus/sdk').Room | undefined} */
  let room;
  let wasOpen = false;
  let isOver = false;
  const open = async () => {
    if (isOver) return;
    try {
      const joined = await client.joinOrCreate('battle');
      room = joined;
    } catch {
      setTimeout(open, REOPEN_MS);
      return;
    }
    // A guest that comes back joins as a new client. The room of Skein knows it by its token.
    room.reconnection.enabled = false;
    room.onMessage('skein', receive);
    room.onLeave(() => {
      room = undefined;
      setTimeout(open, REOPEN_MS);
    });
    if (wasOpen) reopened();
    wasOpen = true;
    if (isOver) room.leave();
  };
  open();
  return {
    send: (bytes) => room?.sendBytes('skein', bytes),
    cut: () => room?.connection.close(),
    close: () => {
      isOver = true;
      room?.leave();
    },
  };
}
