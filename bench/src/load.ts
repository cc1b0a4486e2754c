import { cpus, loadavg } from 'node:os';
import type { Summary } from './statistics.ts';
import { summarize } from './statistics.ts';

/** What the machine did beside the measurement while the samples of one row were taken. */
export interface LoadFigures {
  /** Load average of the last minute, this process included, when each sample ended. */
  readonly load: Summary;
  /**
   * Cores that others used, in the mean over the samples; 0 on a quiet machine. What a hypervisor
   * gave to other guests counts too.
   */
  readonly 'others, cores': number;
}

/**
 * Watches the machine while samples are taken, one row for each contender: a slow sample of ours is
 * told from one that others slowed.
 *
 * Others are what is left of the time of all cores without what was idle and what this process used.
 * The clock of the system has steps of 10 ms, so the times of all samples of a row are added first.
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

  /** Books what happened since `begin` to a row. */
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

/** Times since some moment, ms. */
export interface Times {
  readonly wallMs: number;
  readonly cores: number;
  /** Of all cores together. */
  readonly idleMs: number;
  /** Of all threads of this process together. */
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
