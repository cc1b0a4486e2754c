import { type Problem, type Scenario, ScenarioError } from '@skein/core';
import { messageOf } from '../panel/notices.ts';
import type { FromFile } from '../share/saved-file.ts';
import { Dialog } from './dialog.ts';
import { FIELD, make } from './elements.ts';

/**
 * Opens scenarios, snapshots, replays, and levels in glTF. The file can be dropped or pasted on the page, chosen in a dialog, or named
 * in the address. If a file is refused, the page shows all its problems, and the run continues.
 */
export class FileDoor {
  readonly #report = new Dialog('report', 'This file cannot be run');
  readonly #chooser = make('input', {
    type: 'file',
    accept: '.json,.skein,.glb,application/json',
    hidden: true,
    'aria-label': 'Scenario, snapshot, replay or level',
  });
  readonly #open: (found: FromFile) => void;

  constructor(open: (found: FromFile) => void) {
    this.#open = open;
    this.#chooser.addEventListener('change', () => {
      void this.#take([...(this.#chooser.files ?? [])]);
      // Allows the visitor to choose the same file again after correcting it.
      this.#chooser.value = '';
    });
    document.body.append(this.#chooser);
    window.addEventListener('dragover', (event) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    window.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) document.body.classList.remove('dropping');
    });
    window.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain').trim() ?? '';
      // Text pasted into a field is left to the field. Text that is not a JSON object cannot be a scenario.
      if (isTyped(event.target) || !text.startsWith('{')) return;
      event.preventDefault();
      void this.#take([new File([text], 'Pasted text')]);
    });
    window.addEventListener('drop', (event) => {
      document.body.classList.remove('dropping');
      if (!bringsFiles(event)) return;
      event.preventDefault();
      void this.#take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  choose(): void {
    this.#chooser.click();
  }

  /**
   * Fetches the scenario at an address. If the scenario is refused, the page shows why, and the result is undefined.
   */
  async fetch(address: string): Promise<Scenario | undefined> {
    try {
      const { fetchScenario } = await import('./open-file.ts');
      return await fetchScenario(address);
    } catch (error) {
      this.#tell(address, error);
      return undefined;
    }
  }

  async #take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    try {
      if (files.length > 1) throw new Error('Only one file can be opened at a time.');
      const { readFile } = await import('./open-file.ts');
      this.#open(await readFile(files[0]));
      this.#report.close();
    } catch (error) {
      this.#tell(files[0].name, error);
    }
  }

  #tell(name: string, error: unknown): void {
    const problems = error instanceof ScenarioError ? error.problems : undefined;
    // If a folder was dropped or the file no longer exists, the message comes from the browser.
    const words = messageOf(error);
    this.#report.body.replaceChildren(
      make('p', {}, make('strong', {}, name), problems ? `: ${counted(problems.length)}` : ''),
      problems ? table(problems) : make('p', {}, words),
      make('p', { className: 'soft' }, 'The current run continues.'),
    );
    this.#report.open();
  }
}

function counted(problems: number): string {
  return problems === 1 ? '1 problem' : `${problems} problems`;
}

function table(problems: readonly Problem[]): HTMLElement {
  const cells = (tag: 'th' | 'td', ...texts: string[]) =>
    make('tr', {}, ...texts.map((text) => make(tag, {}, text)));
  const head = make('thead', {}, cells('th', 'Where', 'Found', 'Expected'));
  const rows = problems.map(({ path, found, expected }) => cells('td', path, found, expected));
  return make('table', {}, head, make('tbody', {}, ...rows));
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

function bringsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
