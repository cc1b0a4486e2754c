import type { Session } from '../session.ts';
import type { Viewer } from '../viewer.ts';
import { Announcer } from './announcer.ts';
import { happeningsOf, Score, type Standing } from './happenings.ts';

/** The interval between checks of the page, in ms. */
const LOOK_EVERY_MS = 500;
/** The time for which the score must stay unchanged before it is announced, in ms. */
const REST_MS = 1500;

/** Announces events of the page to a screen reader, through one element and at a calm pace. */
export class Teller {
  readonly #viewer: Viewer;
  readonly #announcer: Announcer;
  readonly #score = new Score(REST_MS);
  #before: Standing;
  /** The last seen text of the hint beside the fire buttons. */
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
    // An untouched page changes scenes without announcements.
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
      // The past identifies the run, because a run that moves to another tick gets another session.
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

/**
 * The number of agents that the visitor has fired. Agents that the scene fires by itself are not counted, and so not
 * announced.
 */
function firedIn(session: Session | undefined): number {
  const shots = session?.world.log.filter((command) => command.type === 'fire') ?? [];
  return shots.reduce((sum, { count }) => sum + (count ?? 1), 0);
}
