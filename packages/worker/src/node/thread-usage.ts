import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { ThreadUsage } from '../watchdog.ts';

/** Linux counts the time of threads in these for all programs, ms. */
const TICK_MS = 10;

/** The number of the thread that asks in the books of Linux; undefined elsewhere. */
export function ownNumber(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}

/**
 * What time a thread of this process was given, by the books of Linux; undefined elsewhere, and when it
 * is gone. `worker.cpuUsage()` of Node 24.6 and newer is no help: the thread itself answers it, and one
 * that waits for a core, or sleeps, does not.
 */
export function usageOf(thread: number): ThreadUsage | undefined {
  try {
    return readStat(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a line of proc_pid_stat(5): number, name in parentheses, state, and the times at 14 and 15. */
export function readStat(line: string): ThreadUsage | undefined {
  // The name may hold anything, also parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  if (Number.isNaN(cpuMs)) return undefined;
  // R runs, or waits for a core; D waits for memory that was paged out.
  return { cpuMs, runnable: fields[0] === 'R' || fields[0] === 'D' };
}
