import { cpus, loadavg } from 'node:os';
import type { Summary } from './statistics.ts';
import { summarize } from './statistics.ts';

/** The load of the machine while the samples of one row were taken. */
export interface LoadFigures {
  /** The load average of the last minute at the end of each sample, including this process. */
  readonly load: Summary;
  /**
   * The number of cores that other processes used, as a mean over the samples; 0 on a quiet machine. It includes the
   * time that a hypervisor gave to other guests.
   */
  readonly 'others, cores': number;
}

/**
 * Measures the load of the machine during the samples of each contender, so that samples slowed down by other processes
 * can be recognized.
 *
 * The time of other processes is the time of all cores, minus the idle time and the time of this process. The clock of
 * the system has steps of 10 ms, so the times of all samples of a row are added first.
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

  /** Adds the times since `begin` to a row. */
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

/** Times since a fixed moment, in ms. */
export interface Times {
  readonly wallMs: number;
  readonly cores: number;
  /** Summed over all cores. */
  readonly idleMs: number;
  /** Summed over all threads of this process. */
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
