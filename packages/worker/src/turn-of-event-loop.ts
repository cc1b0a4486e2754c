/**
 * Gives a turn to waiting timers, input events and animation frames. To do so, the thread sends itself a message. A
 * chain of `setTimeout` would cost 4 ms per turn in browsers.
 */
export function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
