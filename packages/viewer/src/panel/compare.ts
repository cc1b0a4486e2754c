import type { Command } from '@skein/core';

/** What another program needs to know to repeat the run that the page shows. */
export interface Repeatable {
  /** The path of the scenario in a clone of Skein; undefined if the visitor opened a file of their own. */
  readonly path: string | undefined;
  readonly seed: number;
  /** The commands that were given on the page. The commands of the scenario are not included. */
  readonly log: readonly Command[];
}

const OWN_FILE = 'your-file.json';

/**
 * The command line that steps the scenario to a tick and prints the hash. It does not repeat commands that were given
 * on the page.
 */
export function commandLine({ path = OWN_FILE, seed }: Repeatable, tick: number): string {
  return `npx skein run ${path} --seed ${seed} --ticks ${tick} --every ${tick} --hash`;
}

/** Describes the commands before `tick` that were given on the page. Returns undefined if there were none. */
export function touchedText({ log }: Repeatable, tick: number): string | undefined {
  const before = log.filter((command) => command.tick < tick);
  if (before.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { type } of before) counts.set(type, (counts.get(type) ?? 0) + 1);
  const list = [...counts].map(([type, count]) => `${count} x ${type}`).join(', ');
  return (
    `This run was changed by commands: ${list}, first at tick ${before[0].tick}. The command line runs the scene ` +
    'without them, so its hashes differ from that tick on.'
  );
}

/**
 * A section of the page that can be unfolded. It shows how to compute the displayed hash in Node. Each time the visitor
 * unfolds it, the text is written for the tick and the hash of that moment.
 */
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

  /** Folds the section, because another run was opened. */
  fold(): void {
    this.#details.open = false;
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
      this.#text.textContent = 'Run the scene for at least one tick first.';
      return;
    }
    this.#code.textContent = commandLine(run, at);
    this.#code.dataset.hash = hash;
    this.#text.textContent =
      touchedText(run, at) ??
      `At tick ${at.toLocaleString('en-US')} the hash was ${hash}. In a clone of Skein, this command prints the same hash` +
        (run.path === undefined ? ` (replace ${OWN_FILE} with the path of your file):` : ':');
  }
}
