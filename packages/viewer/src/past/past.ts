import { Moments } from './moments.ts';
import { RunHashes } from './run-hashes.ts';

/** What is known of a run up to now, whichever worlds it was stepped in. */
export class Past {
  readonly moments = new Moments();
  readonly hashes = new RunHashes();

  /** From this tick on the run is another one than before. */
  forgetAfter(tick: number): void {
    this.moments.forgetAfter(tick);
    this.hashes.forgetAfter(tick);
  }
}
