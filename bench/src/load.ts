import { cpus, loadavg } from 'node:os';
import type { Summary } from './statistics.ts';
import { summarize } from './statistics.ts';

/** The load of the machine while the samples of one contender were taken. */
export interface LoadFigures {
  /** The load average of the last minute, read at the end of each sample. It includes the load of this process. */
  readonly load: Summary;
  /**
   * The mean number of cores that other processes used during the samples; 0 on a quiet machine. It includes time that
   * the hypervisor gave to other virtual machines.
   */
  readonly 'others, cores': number;
}

/**
 * Measures the load of the machine during the samples of each contender. The load shows whether other processes slowed
 * down the samples of a contender.
 *
 * The time of other processes is computed as the time of all cores, minus the idle time and the time of this process.
 * The clock of the system has steps of 10 ms, so only the sum over all samples of a contender is precise enough.
 */
export class LoadMeter {
  readonly #rows: { othersMs: number; wallMs: number; averages: number[] }[];
  readonly #now: () => Times;
  #begin: Times;

  constructor(rows: number, now: () => Times = timesNow) {
    this.#now = now;
    this.#begin = now();
    this.#rows = Array.from({ length: rows }, () => ({ othersMs: 0, wallMs: 0, averages: [] }));
  }

  begin(): void {
    this.#begin = this.#now();
  }

  /** Ends a measurement that `begin` started, and adds the times and the load to the sums of a row. */
  end(row: number): void {
    const end = this.#now();
    const wallMs = end.wallMs - this.#begin.wallMs;
    const busyMs = wallMs * end.cores - (end.idleMs - this.#begin.idleMs);
    const sum = this.#rows[row];
    sum.othersMs += busyMs - (end.ownMs - this.#begin.ownMs);
    sum.wallMs += wallMs;
    sum.averages.push(loadavg()[0]);
  }

  figures(row: number): LoadFigures & Record<string, number | Summary> {
    const { othersMs, wallMs, averages } = this.#rows[row];
    return {
      load: summarize(averages),
      'others, cores': Math.max(0, othersMs / wallMs),
    };
  }
}

/** Times in ms, each counted from a fixed moment, and the number of cores of the machine. */
export interface Times {
  readonly wallMs: number;
  readonly cores: number;
  /** The idle time, summed over all cores. */
  readonly idleMs: number;
  /** The time that this process has spent computing, summed over all its threads. */
  readonly ownMs: number;
}

function timesNow(): Times {
  const cores = cpus();
  const { user, system } = process.cpuUsage();
  return {
    wallMs: performance.now(),
    cores: cores.length,
    idleMs: cores.reduce((sum, { times }) => sum + times.idle, 0),
    ownMs: (user + system) / 1000,
  };
}
