import type { Session } from '../session.ts';

/** The buttons "Fire" and "Fire 16", and the counts of hits and orbits. */
export class FireButtons {
  readonly #place = element('#actions');
  readonly #fire = element('#fire');
  readonly #hits = element('#hits');
  readonly #orbits = element('#orbits');
  readonly #pool = element('#pool');
  #invites = false;
  /** The state for which the agents in flight were last counted. */
  #counted: { readonly state: Session['state']; readonly version: number } | undefined;

  constructor(fire: (count: number) => void) {
    const buttons = [
      [this.#fire, 1],
      [element('#fire16'), 16],
    ] as const;
    for (const [button, count] of buttons) {
      button.addEventListener('click', () => fire(count));
      // A mouse click does not move the focus, so Space still fires afterwards.
      button.addEventListener('mousedown', (event) => event.preventDefault());
    }
  }

  set available(available: boolean) {
    this.#place.hidden = !available;
  }

  /** Whether the run waits for the visitor's first shot. */
  set invites(invites: boolean) {
    this.#invites = invites;
    this.#place.classList.toggle('invites', invites);
    this.#fire.firstChild!.textContent = invites ? 'Fire the first shot ' : 'Fire ';
  }

  get invites(): boolean {
    return this.#invites;
  }

  get available(): boolean {
    return !this.#place.hidden;
  }

  /**
   * Called in each frame. Shows a hint when all agents of the launcher are in flight. The next shot can
   * then replace the oldest agent.
   */
  show({ scenario, state }: Session): void {
    const fired = scenario.launchers[0]?.species;
    const index = scenario.species.findIndex(({ name }) => name === fired);
    if (index < 0) return;
    const { count } = scenario.species[index];
    const counted = this.#counted;
    if (counted?.state === state && counted.version === state.version) return;
    this.#counted = { state, version: state.version };
    let flying = 0;
    for (let i = 0; i < state.living; i++) if (state.agents.speciesAt(i) === index) flying += 1;
    const hidden = flying < count;
    if (hidden === this.#pool.hidden) return;
    this.#pool.hidden = hidden;
    this.#pool.textContent = hidden
      ? ''
      : `All ${count} agents are in flight. The next shot can replace the oldest agent.`;
  }

  /** Called at each event. Shows the number of hits, and the number of agents in orbit. */
  score({ hits, orbits }: Session): void {
    this.#hits.textContent = String(hits);
    this.#orbits.hidden = orbits === 0;
    this.#orbits.textContent = orbits === 0 ? '' : `, ${orbits} in orbit`;
  }
}

function element(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
