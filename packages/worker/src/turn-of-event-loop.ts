/**
 * Lets timers, input and frames have their turn. A message to oneself: chained `setTimeout` costs
 * 4 ms a turn in browsers.
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
