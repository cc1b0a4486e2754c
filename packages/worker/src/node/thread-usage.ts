import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { ThreadUsage } from '../watchdog.ts';

/** The unit in which Linux reports the times of threads, in ms. It is the same for all programs. */
const TICK_MS = 10;

/** Returns the id that Linux gives the calling thread; undefined on other systems. */
export function ownNumber(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}

/**
 * Returns the usage that Linux reports for a thread of this process. On other systems, or if the thread is gone,
 * returns undefined. `worker.cpuUsage()` of Node 24.6 and newer does not help. The thread itself must answer that call,
 * and cannot do so while it sleeps or waits for a core.
 */
export function usageOf(thread: number): ThreadUsage | undefined {
  try {
    return readStat(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Reads a line of proc_pid_stat(5). The line begins with the id of the thread, its name in parentheses, and its state.
 * Fields 14 and 15 are the CPU times of the thread.
 */
export function readStat(line: string): ThreadUsage | undefined {
  // The name can contain anything, including parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  if (Number.isNaN(cpuMs)) return undefined;
  // R: runs, or waits for a core. D: waits for memory that was paged out.
  return { cpuMs, runnable: fields[0] === 'R' || fields[0] === 'D' };
}
