import { EXIT, type ExitCode } from './exit-codes.ts';

const EXIT_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type Signal = keyof typeof EXIT_CODES;

/**
 * A second signal that comes within this time after the first counts as the same key press. The time is in ms. npx
 * causes such a second signal: it forwards a signal that the terminal has already sent.
 */
const SAME_PRESS_MS = 200;

/** The state of Ctrl-C (SIGINT) and SIGTERM. */
export interface Interrupts extends Disposable {
  /** Aborts when the first signal arrives. */
  readonly signal: AbortSignal;
  /** The code to exit with after a signal; undefined before the first signal. */
  readonly exitCode: ExitCode | undefined;
}

/**
 * Watches for SIGINT and SIGTERM. The first signal aborts `signal`, so that the command can end cleanly, and calls
 * `onFirst`. A signal more than 200 ms later ends the process immediately, as if there were no listener.
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
      // The same key press may arrive again while the summary is written; it must not cut the summary off.
      if (exitCode === undefined) unlisten();
    },
  };
}
