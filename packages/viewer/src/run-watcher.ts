import type { RunReport } from '@skein/worker';
import type { Session } from './session.ts';

/** A part of the page that follows the run. */
export interface RunWatcher {
  /** Called when a run was opened, or continues in another session. */
  onRun?(session: Session): void;
  /** Called when the number of threads may have changed. */
  onThreads?(session: Session): void;
  /** Called when the world has a new state. Keep it short: no tick begins before it returns. */
  onState?(report: RunReport): void;
  onHash?(tick: number, hash: string): void;
  /** Called in each frame in which there is a run. */
  onFrame?(session: Session): void;
}
