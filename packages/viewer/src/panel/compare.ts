import type { Command } from '@skein/core';

/** The run on the page, as far as another program has to know it to do it again. */
export interface Repeatable {
  /** Of the scenario's file in a clone of Skein; undefined for a file of the visitor. */
  readonly path: string | undefined;
  readonly seed: number;
  /** The commands that came from the page. */
  readonly log: readonly Command[];
}

const OWN_FILE = 'your-file.json';

/** The command line that steps an untouched run to a tick and prints its hash. */
export function commandLine({ path = OWN_FILE, seed }: Repeatable, tick: number): string {
  return `npx skein run ${path} --seed ${seed} --ticks ${tick} --every ${tick} --hash`;
}

/** What was done to the run before a tick, in words; undefined when nothing was. */
export function touchedText({ log }: Repeatable, tick: number): string | undefined {
  const before = log.filter((command) => command.tick < tick);
  if (before.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { type } of before) counts.set(type, (counts.get(type) ?? 0) + 1);
  const list = [...counts].map(([type, count]) => `${count} x ${type}`).join(', ');
  return (
    `This run was touched: ${list}, first at tick ${before[0].tick}. The command line runs the scene ` +
    'as its file says, so its hash is another from there on.'
  );
}

/** Tells how to get the hash on display from Node; holds on to the one that stood there when opened. */
export class Compare {
  readonly #details = document.querySelector<HTMLDetailsElement>('#compare')!;
  readonly #text = this.#details.querySelector<HTMLElement>('p')!;
  readonly #code = this.#details.querySelector<HTMLElement>('code')!;
  readonly #run: () => Repeatable | undefined;

  constructor(run: () => Repeatable | undefined) {
    this.#run = run;
    this.#details.addEventListener('toggle', () => this.#fill());
    const copy = this.#details.querySelector<HTMLButtonElement>('button')!;
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(this.#code.textContent ?? '').then(
        () => {
          copy.textContent = 'Copied';
        },
        () => getSelection()?.selectAllChildren(this.#code),
      );
    });
  }

  #fill(): void {
    if (!this.#details.open) return;
    this.#details.querySelector('button')!.textContent = 'Copy';
    const { tick, hash } = document.querySelector<HTMLElement>('#hash')!.dataset;
    const run = this.#run();
    const at = Number(tick ?? 0);
    const known = run !== undefined && hash !== undefined && at > 0;
    this.#code.parentElement!.hidden = !known;
    if (!known) {
      this.#text.textContent = 'Let it run for a tick first.';
      return;
    }
    this.#code.textContent = commandLine(run, at);
    this.#code.dataset.hash = hash;
    this.#text.textContent =
      touchedText(run, at) ??
      `At tick ${at.toLocaleString('en-US')} the hash was ${hash}. In a clone of Skein this prints the same` +
        (run.path === undefined ? `, with wherever your file is for ${OWN_FILE}:` : ':');
  }
}
