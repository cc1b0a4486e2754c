/** What a screen reader announces of the page, at one moment. */
export interface Standing {
  /** Another for each run that was opened; undefined while none is. */
  readonly run: object | undefined;
  readonly scene: string;
  readonly agents: number;
  readonly paused: boolean;
  /** Agents that were fired, hits, and flights that only orbit, since the run began. */
  readonly fired: number;
  readonly hits: number;
  readonly orbits: number;
  /** The agent that is looked at, in words. */
  readonly selected: string | undefined;
}

/** Something to be said, and what it is about. */
export interface Happening {
  readonly topic: 'scene' | 'pace' | 'fire' | 'hits' | 'selection';
  readonly text: string;
}

/** What has happened from one moment to the next that a sighted visitor would notice. */
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
    const text =
      now.selected === undefined ? 'Looking at no agent.' : `Looking at ${now.selected}.`;
    found.push({ topic: 'selection', text });
  }
  return found;
}

/** The score, once it rests: while hits come in, each would be old before it is said. */
export class Score {
  readonly #restMs: number;
  #told = '';
  #last = '';
  #since = 0;

  constructor(restMs: number) {
    this.#restMs = restMs;
  }

  /** Another run, at this score. */
  begin({ hits, orbits }: Pick<Standing, 'hits' | 'orbits'>): void {
    this.#told = this.#last = textOf(hits, orbits);
  }

  /** What is to be said of it now; undefined for nothing. */
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
