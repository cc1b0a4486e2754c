import './branch.css';
import { make, makeButton } from '../controls/elements.ts';
import { messageOf, showNotice } from '../panel/notices.ts';
import type { RunWatcher } from '../run-watcher.ts';
import type { Session } from '../session.ts';
import { DotPicture } from '../threads/dot-picture.ts';
import { drawGlyph } from '../threads/hash-glyph.ts';
import type { Viewer } from '../viewer.ts';
import { RecordedFuture } from './recorded-future.ts';

/** The size of a glyph, in CSS pixels. */
const GLYPH = 32;
/** The number of hashes of each run that are kept until the other run has a hash of the same tick. */
const KEPT = 200;
const NOT_BRANCHED = 'The run has no second future.';

/**
 * Two futures of one moment, side by side: the run on the page, which the visitor may change, and a picture in which
 * the run goes its recorded way, tick by tick. Says whether both are still the same, and since when they are not.
 */
export class BranchView implements RunWatcher {
  readonly #viewer: Viewer;
  readonly #element = make('section', { id: 'branch', hidden: true });
  readonly #picture = new DotPicture();
  readonly #glyphs = [createGlyph(), createGlyph()] as const;
  readonly #sign = make('span', { className: 'sign', 'aria-hidden': 'true' });
  readonly #text = make('p', { role: 'status' });
  #future: RecordedFuture | undefined;
  #past: Session['past'] | undefined;
  /** The hashes of the recorded run and of the page by tick, until both have one of the same tick. */
  #hashes = [new Map<number, string>(), new Map<number, string>()] as const;
  /** The first tick at which the two runs were found to differ. */
  #apart: number | undefined;
  #wanted = 0;
  #isFollowing = false;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    this.#element.setAttribute('aria-label', 'The recorded future');
    const close = makeButton(
      { className: 'close', title: 'Close the recorded future', 'aria-label': 'Close' },
      () => this.close(),
      '\u00d7',
    );
    this.#picture.canvas.setAttribute('aria-hidden', 'true');
    const [recorded, here] = this.#glyphs;
    this.#element.append(
      make('h2', {}, 'As recorded', close),
      this.#picture.canvas,
      make('div', { className: 'hashes' }, recorded, this.#sign, here, this.#text),
    );
    document.querySelector('#over')!.append(this.#element);
    viewer.view.addCover(this.#element);
    viewer.watch(this);
  }

  /** Begins at the present moment of the run on the page. An earlier branch ends. */
  async begin(): Promise<void> {
    this.close();
    const { session } = this.#viewer;
    if (session === undefined) return;
    try {
      const future = await session.stepper.borrowTeam(() =>
        RecordedFuture.start(session.world, session.history),
      );
      this.#future = future;
      this.#past = session.past;
      this.#wanted = future.begin;
      this.#element.hidden = false;
      this.#text.textContent = 'The same so far. Change something, and compare.';
      this.#sign.textContent = '=';
      const { by } = session.drawn.colors;
      this.#picture.begin(future.team.world, this.#viewer.view, by);
    } catch (error) {
      showNotice(NOT_BRANCHED, messageOf(error));
    }
  }

  close(): void {
    void this.#future?.dispose();
    this.#future = undefined;
    this.#element.hidden = true;
    for (const hashes of this.#hashes) hashes.clear();
    this.#apart = undefined;
    delete this.#element.dataset.apart;
    delete this.#element.dataset.tick;
  }

  onRun({ past, world }: Session): void {
    const isBefore = this.#future !== undefined && world.tick < this.#future.team.world.tick;
    if (past !== this.#past || isBefore) this.close();
  }

  onState(): void {
    this.#wanted = this.#viewer.session?.world.tick ?? 0;
    if (this.#future !== undefined && !this.#isFollowing) void this.#follow(this.#future);
  }

  onHash(tick: number, hash: string): void {
    if (this.#future !== undefined) this.#compare(1, tick, hash);
  }

  async #follow(future: RecordedFuture): Promise<void> {
    this.#isFollowing = true;
    try {
      while (future === this.#future && future.team.world.tick < this.#wanted) {
        await future.runTo(this.#wanted, (tick, hash) => this.#compare(0, tick, hash));
        if (future !== this.#future) return;
        this.#picture.draw();
        this.#element.dataset.tick = String(future.team.world.tick);
      }
    } catch (error) {
      // Closing the view ends the run of the team.
      if (future === this.#future) showNotice(NOT_BRANCHED, messageOf(error));
    } finally {
      this.#isFollowing = false;
    }
  }

  /** Takes a hash of the recorded run (0) or of the page (1). Which of them comes first is a matter of chance. */
  #compare(side: 0 | 1, tick: number, hash: string): void {
    const own = this.#hashes[side];
    own.set(tick, hash);
    const [oldest] = own.keys();
    if (own.size > KEPT) own.delete(oldest);
    const [recorded, here] = this.#hashes.map((hashes) => hashes.get(tick));
    if (recorded === undefined || here === undefined) return;
    for (const hashes of this.#hashes) hashes.delete(tick);
    drawGlyph(this.#glyphs[0], recorded);
    drawGlyph(this.#glyphs[1], here);
    if (here === recorded || this.#apart !== undefined) return;
    this.#apart = tick;
    this.#sign.textContent = '\u2260';
    this.#element.dataset.apart = String(tick);
    this.#text.textContent = `Two futures since tick ${tick.toLocaleString('en-US')}.`;
  }
}

function createGlyph(): HTMLCanvasElement {
  return make('canvas', { width: 2 * GLYPH, height: 2 * GLYPH, 'aria-hidden': 'true' });
}
