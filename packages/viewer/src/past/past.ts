import { Moments } from './moments.ts';
import { RunHashes } from './run-hashes.ts';

/** The fraction of the machine's memory that the kept moments may take. */
const SHARE = 1 / 8;
/** The memory of a small machine, in GiB. This value is used if the browser does not report the memory. */
const SMALL_MACHINE = 2;

/**
 * The past of a run: its kept moments, and its hashes. When the run is taken back and stepped again in another world,
 * it keeps its past.
 */
export class Past {
  readonly moments = new Moments(SHARE * memoryOfMachine());
  readonly hashes = new RunHashes();

  /** Removes everything after a tick, because the run continues differently from there. */
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
