import { EXIT, type ExitCode } from './exit-codes.ts';

const EXIT_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type Signal = keyof typeof EXIT_CODES;

/** A second press comes later than this (ms); npx passes on what the terminal sent already. */
const SAME_PRESS_MS = 200;

/** What Ctrl-C (SIGINT) and SIGTERM have asked for so far. */
export interface Interrupts extends Disposable {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** The code to end with, once interrupted. */
  readonly exitCode: ExitCode | undefined;
}

/**
 * The first signal asks for a clean end, through `signal`; `onFirst` can say so. A second one ends
 * the process on the spot, as if there were no listener.
 */
export function watchInterrupts(onFirst: (name: Signal) => void): Interrupts {
  const controller = new AbortController();
  let exitCode: ExitCode | undefined;
  let firstAtMs = 0;
  const unlisten = (): void => {
    for (const name of Object.keys(EXIT_CODES)) process.off(name, listen);
  };
  const listen = (name: Signal): void => {
    if (exitCode === undefined) {
      exitCode = EXIT_CODES[name];
      firstAtMs = performance.now();
      controller.abort();
      onFirst(name);
    } else if (performance.now() - firstAtMs > SAME_PRESS_MS) {
      unlisten();
      process.kill(process.pid, name);
    }
  };
  for (const name of Object.keys(EXIT_CODES)) process.on(name, listen);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]() {
      // The same press may arrive again while the summary is written; it must not cut that off.
      if (exitCode === undefined) unlisten();
    },
  };
}
