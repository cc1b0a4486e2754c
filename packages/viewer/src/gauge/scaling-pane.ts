import type { Session } from '../session.ts';
import { Plot } from './plot.ts';
import type { ScalingResult } from './scaling-test.ts';

/**
 * Each number of threads is tested in several turns. This is the largest acceptable difference between the speed-ups of
 * these turns, as a fraction of their median. A larger difference shows that something else disturbed the test.
 */
const NOISY = 0.3;

/** The pane that tests how much faster the scene runs on more threads, with a button to start and cancel the test. */
export class ScalingPane {
  readonly element = document.createElement('div');
  readonly #button = document.createElement('button');
  readonly #text = document.createElement('p');
  readonly #chart = document.createElement('div');
  readonly #table = document.createElement('table');
  readonly #session: () => Session | undefined;
  readonly #isPaused: () => boolean;
  readonly #most: number;
  #plot: Plot | undefined;
  #results: ScalingResult[] = [];
  #running: AbortController | undefined;

  /** `isPaused` returns whether the visitor has paused the run. `most` is the maximum number of threads to test. */
  constructor(session: () => Session | undefined, isPaused: () => boolean, most: number) {
    this.#session = session;
    this.#isPaused = isPaused;
    this.#most = most;
    this.#button.type = 'button';
    this.#button.className = 'plain-button';
    this.#button.addEventListener('click', () => {
      if (this.#running === undefined) void this.#run();
      else this.#running.abort();
    });
    this.#table.className = 'results';
    this.#text.className = 'scale';
    this.#text.textContent =
      `Copies of this scene are stepped at full speed, alternately on one thread and on ${most > 2 ? `2 to ${most}` : 2} threads. This takes about 3 seconds for each number of threads. ` +
      'Meanwhile, the run on the page is paused.';
    this.#text.setAttribute('role', 'status');
    this.element.append(this.#button, this.#text, this.#chart, this.#table);
    this.#showButton();
  }

  /** Cancels a test in progress, and clears the results. Called when another run was opened, or the run was closed. */
  clear(): void {
    this.#running?.abort();
    this.#results = [];
    this.#showResults();
  }

  async #run(): Promise<void> {
    const session = this.#session();
    if (session === undefined) return;
    if (!session.team.threaded) {
      this.#text.textContent = 'This page has only one thread, so there is nothing to compare.';
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#results = [];
    this.#showResults();
    this.#showButton();
    this.#say('Measuring 1 and 2 threads, in turns ...');
    // The run would use the cores that the test needs.
    session.stepper.pause();
    try {
      await session.stepper.whenIdle(() => {});
      const { testScaling } = await import('./scaling-test.ts');
      await testScaling(session.scenario, session.seed, this.#most, running.signal, (result) => {
        this.#results.push(result);
        if (result.workers < this.#most) {
          this.#say(`Measuring 1 and ${Math.max(2, result.workers + 1)} threads, in turns ...`);
        }
        this.#showResults();
      });
      this.#say(this.#verdict(running.signal.aborted));
    } catch (error) {
      this.#say(`The test ended early: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#running = undefined;
      if (!this.#isPaused() && session === this.#session()) session.stepper.resume();
      this.#showButton();
    }
  }

  #verdict(canceled: boolean): string {
    if (canceled) return 'Canceled.';
    const alike = this.#results.every(({ hash }) => hash === this.#results[0].hash);
    const best = this.#results.reduce((a, b) => (b.speedUp > a.speedUp ? b : a));
    const verdict =
      best.workers === 1
        ? 'One thread is fastest here: the scene is too small, or the other cores are busy.'
        : `${best.workers} threads are fastest here: ${best.speedUp.toFixed(2)} times as fast as one.`;
    const hashes = alike
      ? `All copies of the scene lead to the same hash at tick ${best.tick}: ${best.hash}.`
      : 'THE HASHES DIFFER, which is a bug.';
    const spread = Math.max(...this.#results.map((result) => result.spread));
    const noisy =
      spread > NOISY || best.speedUp > best.workers
        ? ` The machine is busy: repeated measurements differ by up to ${Math.round(100 * spread)} %, so the numbers are rough.`
        : '';
    return `${verdict}${noisy} ${hashes}`;
  }

  #say(text: string): void {
    this.#text.textContent = text;
  }

  #showButton(): void {
    this.#button.textContent = this.#running === undefined ? 'Start the scaling test' : 'Cancel';
  }

  #showResults(): void {
    this.#chart.hidden = this.#results.length === 0;
    this.#table.replaceChildren();
    if (this.#results.length === 0) return;
    this.#plot ??= new Plot(this.#chart, {
      series: [
        { label: 'speed-up', color: '#40e0ff', dots: true },
        { label: 'perfect', color: '#5b6c7c', dash: [4, 4] },
      ],
      across: (workers) => (Number.isInteger(workers) ? String(workers) : ''),
      least: [0, 2],
      whole: true,
    });
    const workers = this.#results.map((result) => result.workers);
    const speedUps = this.#results.map((result) => result.speedUp);
    this.#plot.show([workers, speedUps, workers]);
    const head = this.#table.createTHead().insertRow();
    for (const name of ['Threads', 'Ticks per second', 'Speed-up']) {
      const cell = document.createElement('th');
      cell.textContent = name;
      head.append(cell);
    }
    const body = this.#table.createTBody();
    for (const { workers, ticksPerSecond, speedUp, tick, hash } of this.#results) {
      const row = body.insertRow();
      row.dataset.tick = String(tick);
      row.dataset.hash = hash;
      const rate = ticksPerSecond.toFixed(ticksPerSecond < 100 ? 1 : 0);
      for (const text of [String(workers), rate, `${speedUp.toFixed(2)} x`]) {
        row.insertCell().textContent = text;
      }
    }
  }
}
