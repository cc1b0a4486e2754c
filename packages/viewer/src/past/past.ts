import { Moments } from './moments.ts';
import { RunHashes } from './run-hashes.ts';

/** Moments may take this share of the memory of the machine. */
const SHARE = 1 / 8;
/** Where a browser does not tell how much memory there is, GiB: as for a small machine. */
const SMALL_MACHINE = 2;

/** What is known of a run up to now, whichever worlds it was stepped in. */
export class Past {
  readonly moments = new Moments(SHARE * memoryOfMachine());
  readonly hashes = new RunHashes();

  /** From this tick on the run is another one than before. */
  forgetAfter(tick: number): void {
    this.moments.forgetAfter(tick);
    this.hashes.forgetAfter(tick);
  }
}

/** Bytes. */
function memoryOfMachine(): number {
  // Chromium alone has it, rounded, and never more than 8.
  const { deviceMemory = SMALL_MACHINE } = navigator as { deviceMemory?: number };
  return deviceMemory * 2 ** 30;
}
