// The only script of the lab's frame, which is sandboxed: its opaque origin can reach nothing. For each script that the
// page sends, it starts a worker. It ends the worker at its first answer or when the worker takes too long, and passes
// the answer on.
addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || port === undefined) return;
  const { script, startMs, runMs, maxLetters } = data;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  let worker;
  let isRunning = false;
  const stop = () => {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  };
  const end = (answer) => {
    clearTimeout(timer);
    stop();
    URL.revokeObjectURL(address);
    port.postMessage(answer);
  };
  let timer = setTimeout(() => end({ kind: 'late' }), startMs);
  const start = (from, onRefused) => {
    worker = new Worker(from);
    worker.onmessage = ({ data: said }) => {
      // The first message reports that the code has started.
      if (!isRunning) {
        isRunning = true;
        clearTimeout(timer);
        timer = setTimeout(() => end({ kind: 'late' }), runMs);
      } else if (typeof said === 'string' && said.length <= maxLetters) {
        end({ kind: 'said', text: said });
      } else {
        end({ kind: 'refused' });
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (event.message === undefined && onRefused !== undefined) {
        stop();
        onRefused();
        return;
      }
      end({ kind: 'failed', message: String(event.message).slice(0, 500), line: event.lineno });
    };
  };
  // In an isolated page, WebKit does not allow such a frame to start workers from blobs. Workers from both kinds of
  // address inherit the frame's policy.
  start(address, () => start(`data:text/javascript,${encodeURIComponent(script)}`));
});
