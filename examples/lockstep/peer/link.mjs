/** A connection without messages for this long, in ms, counts as dead. It gives no event, so its silence must be noticed. */
const SILENT_MS = 3000;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2000;

/**
 * Keeps a WebSocket open: if it closes, or is silent for too long, a new one is opened.
 *
 * @typedef {{ onOpen(): void, onText(text: string): void, onBytes(bytes: Uint8Array): void, onLost(): void }} Listener
 */
export class Link {
  #url;
  #WebSocket;
  #listener;
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #retryMs = MIN_RETRY_MS;
  #closed = false;
  /** The number of bytes of all messages in both directions. */
  traffic = { sent: 0, received: 0 };

  /**
   * @param {string} url
   * @param {typeof globalThis.WebSocket} WebSocket
   * @param {Listener} listener
   */
  constructor(url, WebSocket, listener) {
    this.#url = url;
    this.#WebSocket = WebSocket;
    this.#listener = listener;
    this.#open();
  }

  #open() {
    const socket = new this.#WebSocket(this.#url);
    this.#socket = socket;
    this.#expect(socket);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#retryMs = MIN_RETRY_MS;
      this.#listener.onOpen();
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#expect(socket);
      this.traffic.received += data.length ?? data.byteLength;
      if (typeof data === 'string') this.#listener.onText(data);
      else this.#listener.onBytes(new Uint8Array(data));
    };
    // The event `close` follows an error, also when the server cannot be reached.
    socket.onerror = () => {};
    socket.onclose = () => this.#lose(socket);
  }

  /** Waits for the next message. @param {WebSocket} socket */
  #expect(socket) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#lose(socket);
      socket.close();
    }, SILENT_MS);
  }

  /** @param {WebSocket} socket */
  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#timer);
    this.#listener.onLost();
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#open(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  /**
   * Sends a message if there is a connection. If not, it is lost, and the guest sends it again.
   *
   * @param {Uint8Array<ArrayBuffer>} message
   */
  send(message) {
    if (this.#socket?.readyState !== this.#WebSocket.OPEN) return;
    this.traffic.sent += message.length;
    this.#socket.send(message);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
