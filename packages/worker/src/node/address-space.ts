import { readFileSync } from 'node:fs';

/** The addresses that Node reserves for a thread, in bytes, rounded up: 0.6 to 0.9 GB with Node 20 on Linux. */
const THREAD_BYTES = 1e9;

/** The number of threads that have reserved nothing yet. */
let starting = 0;

/**
 * Makes sure that a thread finds the addresses that it reserves. If they are limited (`ulimit -v`) and there are too
 * few, V8 would end the process.
 *
 * @returns a function to call when the thread has started
 * @throws Error if there are too few
 */
export function claimAddresses(): () => void {
  const left = addressesLeft();
  if (left < (starting + 1) * THREAD_BYTES) {
    throw new Error(
      `found ${(left / 1e9).toFixed(1)} GB of addresses left, expected at least 1 GB for each thread: ` +
        'raise the limit (ulimit -v) or use fewer workers',
    );
  }
  starting++;
  return () => {
    starting--;
  };
}

/** The addresses that this process may still reserve, in bytes. Infinity if they are not limited, or unknown. */
function addressesLeft(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const limit = /^Max address space +(\d+)/m.exec(limits)?.[1];
    if (limit === undefined) return Infinity;
    const used = /^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(limit) - 1024 * Number(used ?? 0);
  } catch {
    return Infinity;
  }
}
