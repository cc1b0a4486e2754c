import { snapshot } from '@skein/core';
import { replayOf } from '@skein/core/internal';
import { Dialog } from '../controls/dialog.ts';
import { make, makeButton } from '../controls/elements.ts';
import { messageOf } from '../panel/notices.ts';
import { download } from '../record/download.ts';
import { fileName } from '../record/file-name.ts';
import type { Session } from '../session.ts';
import { scenarioText } from './run-scenario.ts';

const TOO_LONG =
  'This run is too long for a link. Instead, save its replay and open the file, or copy its scenario and paste it on the page.';
/** The default size of the frame in which another page shows the run, in CSS pixels. */
const FRAME = { width: 640, height: 400 };

/** The run that is shared, and the name of its scene. */
export interface Shared {
  readonly session: Session | undefined;
  readonly sceneName: string;
  link(): Promise<string | undefined>;
}

/** The dialog that offers a link to the run, and files of the run. */
export class ShareDialog {
  readonly #shared: Shared;
  readonly #dialog = new Dialog('share', 'Share this run');
  readonly #link = make('input', { readOnly: true, 'aria-label': 'Link to this moment' });
  readonly #frame = make('input', { readOnly: true, 'aria-label': 'HTML of a frame' });
  readonly #said = make('p', { role: 'status', className: 'soft' });
  /** The link that the dialog shows as soon as it is made. */
  #making: Promise<string | undefined> | undefined;

  constructor(shared: Shared) {
    this.#shared = shared;
    const copy = (field: HTMLInputElement, label: string) =>
      makeButton({ className: 'plain-button' }, () => void this.#copy(field), label);
    const file = (label: string, press: () => void, tip: string) =>
      make(
        'li',
        {},
        makeButton({ className: 'plain-button' }, press, label),
        make('span', {}, tip),
      );
    const save = (make: (session: Session) => Blob, ending: string) => () =>
      void this.#save(make, ending);
    const copyLink = copy(this.#link, 'Copy link');
    // Gets the focus when the dialog opens.
    copyLink.autofocus = true;
    this.#dialog.body.append(
      make('p', {}, 'The link opens this moment of this run, with the same hash.'),
      make('div', { className: 'row' }, this.#link, copyLink),
      make('p', {}, 'The embed code shows only the picture, in another page.'),
      make('div', { className: 'row' }, this.#frame, copy(this.#frame, 'Copy embed code')),
      make(
        'p',
        {},
        'To open a saved file, press "Make" and "Open a file", or drop it on the page.',
      ),
      make(
        'ul',
        { className: 'files' },
        file(
          'Save replay',
          save(replayBlob, 'replay.skein'),
          'the run from its start to this moment',
        ),
        file('Save snapshot', save(snapshotBlob, 'skein'), 'this moment, to continue from'),
        file(
          'Save scenario',
          save(scenarioBlob, 'json'),
          'the scene as JSON, with its seed and all commands',
        ),
        file(
          'Copy scenario',
          () => void this.#copyScenario(),
          'the same scene as text, which you can paste on this page',
        ),
      ),
      this.#said,
    );
  }

  async open(): Promise<void> {
    this.#said.textContent = '';
    // The link of an earlier moment must not be copied.
    this.#link.value = '';
    this.#frame.value = '';
    this.#dialog.open();
    const making = this.#shared.link();
    this.#making = making;
    const link = await making;
    if (this.#making !== making) return;
    this.#link.value = link ?? '';
    this.#frame.value = link === undefined ? '' : frameOf(link);
    if (link === undefined) this.#said.textContent = TOO_LONG;
  }

  async #copy(field: HTMLInputElement): Promise<void> {
    await this.#making;
    field.select();
    const copied = await canCopy(field.value);
    this.#said.textContent = copied ? 'Copied.' : 'Press Ctrl+C to copy the selected text.';
  }

  async #copyScenario(): Promise<void> {
    const { session } = this.#shared;
    if (session === undefined) return;
    try {
      const copied = await canCopy(await session.stepper.whenIdle(() => scenarioText(session)));
      this.#said.textContent = copied ? 'Copied.' : 'The browser does not let this page copy text.';
    } catch (error) {
      this.#said.textContent = `Nothing was copied. ${messageOf(error)}`;
    }
  }

  async #save(make: (session: Session) => Blob, ending: string): Promise<void> {
    const { session, sceneName } = this.#shared;
    if (session === undefined) return;
    try {
      const { file, tick } = await session.stepper.whenIdle(() => ({
        file: make(session),
        tick: session.world.tick,
      }));
      download(file, fileName({ scene: sceneName, seed: session.seed, tick }, ending));
      this.#said.textContent = 'Saved.';
    } catch (error) {
      this.#said.textContent = `Nothing was saved. ${messageOf(error)}`;
    }
  }
}

/** Copies text to the clipboard. Resolves to false when the browser does not allow it. */
function canCopy(text: string): Promise<boolean> {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Returns the HTML of a frame that shows the run in `link`. Other pages can embed this frame. */
function frameOf(link: string): string {
  const address = new URL(link);
  address.searchParams.set('embed', '');
  const source = address.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${source}" width="${FRAME.width}" height="${FRAME.height}" title="Skein"></iframe>`;
}

function replayBlob({ world, past }: Session): Blob {
  return new Blob([replayOf(world, past.hashes.before(world.tick)) as BlobPart]);
}

function snapshotBlob({ world }: Session): Blob {
  return new Blob([snapshot(world, { logSince: 0 }) as BlobPart]);
}

function scenarioBlob(session: Session): Blob {
  return new Blob([scenarioText(session)], { type: 'application/json' });
}
