import type { RunReport } from '@skein/worker';

/**
 * A bar for each thread. It shows the fraction of time in which the thread works, and the fraction in which the thread
 * waits for others.
 */
export class WorkerBars {
  readonly element = document.createElement('div');
  readonly #note = document.createElement('p');
  readonly #rows: HTMLElement[] = [];
  #work: number[] = [];
  #wait: number[] = [];

  constructor() {
    this.element.className = 'workers';
    this.#note.className = 'scale';
    this.element.append(this.#note);
  }

  /** Adds the working and waiting times of ticks that were computed. */
  add({ workerTimes }: RunReport): void {
    if (workerTimes.length !== this.#work.length) this.#fit(workerTimes.length);
    workerTimes.forEach(({ workMs, waitMs }, worker) => {
      this.#work[worker] += workMs;
      this.#wait[worker] += waitMs;
    });
  }

  /** Shows the times that were added since the last call. */
  show(): void {
    if (this.#work.length === 0) {
      this.#note.textContent = 'No ticks yet.';
      return;
    }
    this.#note.textContent = 'Bright: working. Dim: waiting for the slowest thread.';
    this.#rows.forEach((row, worker) => {
      const all = this.#work[worker] + this.#wait[worker];
      if (all === 0) return;
      const share = this.#work[worker] / all;
      row.querySelector<HTMLElement>('.strip i')!.style.width = `${(100 * share).toFixed(1)}%`;
      row.querySelector('.share')!.textContent = `${(100 * share).toFixed(0)} % busy`;
      row.dataset.busy = share.toFixed(3);
    });
    this.#work.fill(0);
    this.#wait.fill(0);
  }

  clear(): void {
    this.#fit(0);
  }

  #fit(workers: number): void {
    this.#work = new Array<number>(workers).fill(0);
    this.#wait = new Array<number>(workers).fill(0);
    while (this.#rows.length > workers) this.#rows.pop()!.remove();
    while (this.#rows.length < workers) {
      const row = document.createElement('div');
      row.className = 'worker';
      row.innerHTML =
        `<span class="name">Thread ${this.#rows.length + 1}</span>` +
        '<span class="strip" aria-hidden="true"><i></i></span><span class="share"></span>';
      this.#rows.push(row);
      this.#note.before(row);
    }
  }
}
