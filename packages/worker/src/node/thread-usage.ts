import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { ThreadUsage } from '../watchdog.ts';

/** The unit in which Linux reports the time of threads to all programs, ms. */
const TICK_MS = 10;

/** The number that Linux has for the calling thread; undefined on other systems. */
export function ownNumber(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}

/**
 * The time that a thread of this process got, as Linux reports it; undefined on other systems, and if the thread is
 * gone. `worker.cpuUsage()` of Node 24.6 and newer does not help, because the thread itself answers it. A thread that
 * waits for a core, or sleeps, does not answer.
 */
export function usageOf(thread: number): ThreadUsage | undefined {
  try {
    return readStat(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a line of proc_pid_stat(5): number, name in parentheses, state, and the times in fields 14 and 15. */
export function readStat(line: string): ThreadUsage | undefined {
  // The name can contain anything, including parentheses.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  if (Number.isNaN(cpuMs)) return undefined;
  // R: runs, or waits for a core. D: waits for memory that was paged out.
  return { cpuMs, runnable: fields[0] === 'R' || fields[0] === 'D' };
}
