/** Facts about the page at one moment. When one of these facts changes, a screen reader announces the change. */
export interface Standing {
  /** An object that identifies the run; undefined while no run is open. */
  readonly run: object | undefined;
  readonly scene: string;
  readonly agents: number;
  readonly paused: boolean;
  /**
   * Three counts since the run began: agents fired, hits, and agents that circled their target without getting nearer.
   */
  readonly fired: number;
  readonly hits: number;
  readonly orbits: number;
  /** The species and id of the selected agent; undefined if no agent is selected. */
  readonly selected: string | undefined;
}

/** A text to announce, and its topic. */
export interface Happening {
  readonly topic: 'scene' | 'pace' | 'fire' | 'hits' | 'selection';
  readonly text: string;
}

/**
 * Compares the page at two moments, and returns an announcement for each change that a sighted visitor would notice.
 */
export function happeningsOf(before: Standing, now: Standing): Happening[] {
  if (now.run === undefined) return [];
  const agents = now.agents.toLocaleString('en-US');
  if (now.run !== before.run) {
    return [{ topic: 'scene', text: `Scene ${now.scene} opened, ${agents} agents.` }];
  }
  const found: Happening[] = [];
  if (now.paused !== before.paused) {
    found.push({ topic: 'pace', text: now.paused ? 'Paused.' : 'Running.' });
  }
  const fired = now.fired - before.fired;
  if (fired > 0) found.push({ topic: 'fire', text: `Fired ${fired}.` });
  if (now.selected !== before.selected) {
    const text = now.selected === undefined ? 'No agent selected.' : `Selected ${now.selected}.`;
    found.push({ topic: 'selection', text });
  }
  return found;
}

/**
 * Announces the score after it has stopped changing. This way, a series of hits leads to one announcement at its end,
 * not to many outdated ones.
 */
export class Score {
  readonly #restMs: number;
  #told = '';
  #last = '';
  #since = 0;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Stores the score of a newly opened run, without announcing it. */
  begin({ hits, orbits }: Pick<Standing, 'hits' | 'orbits'>): void {
    this.#told = this.#last = textOf(hits, orbits);
  }

  /** Returns the announcement of the score if one is due now, otherwise undefined. */
  update({ hits, orbits }: Pick<Standing, 'hits' | 'orbits'>, nowMs: number): string | undefined {
    const text = textOf(hits, orbits);
    if (text !== this.#last) {
      this.#last = text;
      this.#since = nowMs;
    }
    if (text === this.#told || nowMs - this.#since < this.#restMs) return undefined;
    this.#told = text;
    return text;
  }
}

function textOf(hits: number, orbits: number): string {
  const flights = orbits === 0 ? '' : `, ${orbits} in orbit`;
  return `${hits} ${hits === 1 ? 'hit' : 'hits'}${flights}.`;
}
