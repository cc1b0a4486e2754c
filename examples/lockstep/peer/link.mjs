/** A connection without messages for this long, in ms, counts as dead. */
const SILENT_MS = 3000;
const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2000;

/**
 * Keeps a WebSocket open: if it closes, or is silent for too long, a new one is opened.
 *
 * @typedef {{ onOpen(): void, onText(json: string): void, onBytes(bytes: Uint8Array): void, onLost(): void }} Listener
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
  #heardAt = 0;
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
    this.#heardAt = performance.now();
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#retryMs = MIN_RETRY_MS;
      this.#listener.onOpen();
    };
    socket.onmessage = ({ data }) => {
      this.#heardAt = performance.now();
      this.traffic.received += data.length ?? data.byteLength;
      if (typeof data === 'string') this.#listener.onText(data);
      else this.#listener.onBytes(new Uint8Array(data));
    };
    // The event `close` follows an error, also when the server cannot be reached.
    socket.onerror = () => {};
    socket.onclose = () => this.#lose(socket);
  }

  /** @param {WebSocket} socket */
  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#listener.onLost();
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#open(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  /**
   * Sends a message if there is a connection. Lost messages are requested or sent again.
   *
   * @param {object | Uint8Array<ArrayBuffer>} message
   */
  send(message) {
    if (this.#socket?.readyState !== this.#WebSocket.OPEN) return;
    const data = message instanceof Uint8Array ? message : JSON.stringify(message);
    this.traffic.sent += data.length;
    this.#socket.send(data);
  }

  /** Call it at intervals: a dead connection gives no event, so its silence must be noticed. */
  check() {
    const socket = this.#socket;
    if (socket === undefined || performance.now() - this.#heardAt < SILENT_MS) return;
    this.#lose(socket);
    socket.close();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
