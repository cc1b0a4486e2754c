import type { Session } from '../session.ts';
import type { Viewer } from '../viewer.ts';
import { Announcer } from './announcer.ts';
import { happeningsOf, Score, type Standing } from './happenings.ts';

/** The page is looked at this often, ms. */
const LOOK_EVERY_MS = 500;
/** A score that has stood for this long rests, ms. */
const REST_MS = 1500;

/** Tells a screen reader what happens on the page: through one place, and never in step with the run. */
export class Teller {
  readonly #viewer: Viewer;
  readonly #announcer: Announcer;
  readonly #score = new Score(REST_MS);
  #before: Standing;
  /** What stands beside the buttons that fire. */
  #pool = '';

  constructor(viewer: Viewer, place: HTMLElement) {
    this.#viewer = viewer;
    this.#before = { ...this.#look(), run: undefined };
    this.#announcer = new Announcer((text) => {
      place.textContent = text;
    });
    const notices = document.querySelector('#notices')!;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) this.#tellNotice(node);
    }).observe(notices, { childList: true });
    for (const notice of notices.children) this.#tellNotice(notice);
    setInterval(() => this.#update(performance.now()), LOOK_EVERY_MS);
  }

  #update(nowMs: number): void {
    const now = this.#look();
    // An untouched picture moves from scene to scene without a word.
    const isQuiet = this.#viewer.isOpening && this.#before.run !== undefined;
    for (const { topic, text } of isQuiet ? [] : happeningsOf(this.#before, now)) {
      this.#announcer.add(topic, text);
    }
    const pool = document.querySelector('#pool')?.textContent ?? '';
    if (pool !== this.#pool && pool !== '') this.#announcer.add('pool', pool);
    this.#pool = pool;
    if (now.run !== this.#before.run) this.#score.begin(now);
    const score = this.#score.update(now, nowMs);
    if (score !== undefined && !isQuiet) this.#announcer.add('hits', score);
    this.#before = now;
    this.#announcer.update(nowMs);
  }

  #tellNotice(notice: Node): void {
    const words = notice.firstChild as HTMLElement | null;
    const title = words?.querySelector('strong')?.textContent ?? '';
    const text = words?.textContent?.slice(title.length) ?? '';
    if (title !== '') this.#announcer.add(title, `${title} ${text}`);
  }

  #look(): Standing {
    const { session, paused, insight, sceneName } = this.#viewer;
    const { id, insight: known } = insight.selection;
    return {
      // The same run at another of its moments is another session.
      run: session?.past,
      scene: sceneName,
      agents: session?.state.living ?? 0,
      paused,
      fired: firedIn(session),
      hits: session?.hits ?? 0,
      orbits: session?.orbits ?? 0,
      selected: id === undefined ? undefined : `${known?.species ?? 'agent'} ${id}`,
    };
  }
}

/** What was fired by hand; what the scene fires by itself is no news. */
function firedIn(session: Session | undefined): number {
  const shots = session?.world.log.filter((one) => one.type === 'fire') ?? [];
  return shots.reduce((sum, { count }) => sum + (count ?? 1), 0);
}
