import { Moments } from './moments.ts';
import { RunHashes } from './run-hashes.ts';

/** The fraction of the machine's memory that moments may take. */
const SHARE = 1 / 8;
/** The memory assumed when the browser does not report it, in GiB: that of a small machine. */
const SMALL_MACHINE = 2;

/** The recorded past of a run, across all worlds in which it was stepped. */
export class Past {
  readonly moments = new Moments(SHARE * memoryOfMachine());
  readonly hashes = new RunHashes();

  /** Drops everything after a tick, because the run continues differently from there. */
  forgetAfter(tick: number): void {
    this.moments.forgetAfter(tick);
    this.hashes.forgetAfter(tick);
  }
}

/** The memory of the machine, in bytes. */
function memoryOfMachine(): number {
  // Only Chromium reports the memory, rounded and at most 8 GiB.
  const { deviceMemory = SMALL_MACHINE } = navigator as { deviceMemory?: number };
  return deviceMemory * 2 ** 30;
}
