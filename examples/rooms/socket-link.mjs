import { REOPEN_MS } from './links.mjs';

/** @import { OpenLink } from './links.mjs' */

/** A link over a WebSocket. @type {OpenLink} */
export function openSocketLink(url, { receive, reopened }) {
  /** @type {WebSocket} */
  let socket;
  let isOver = false;
  const open = () => {
    socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => receive(new Uint8Array(data));
    // A close event follows.
    socket.onerror = () => {};
    socket.onclose = () => setTimeout(reopen, REOPEN_MS);
  };
  const reopen = () => {
    if (isOver) return;
    open();
    socket.onopen = reopened;
  };
  open();
  return {
    send: (bytes) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    },
    cut: () => socket.close(),
    close: () => {
      isOver = true;
      socket.close();
    },
  };
}
