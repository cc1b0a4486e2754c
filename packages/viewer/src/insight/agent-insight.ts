import { Vector3 } from 'three';
import type { SelectedAgent } from '../drawing/frame.ts';
import type { Session } from '../session.ts';
import type { View } from '../view.ts';
import { Card } from './card.ts';
import { ForceScale } from './force-scale.ts';
import { Picker } from './picker.ts';
import { Selection } from './selection.ts';

/** An agent counts as visible up to this fraction of the way from the center of the picture to each edge. */
const SEEN = 0.92;

/** Lets the visitor select an agent, and explains it on a card and by marks in the picture. */
export class AgentInsight {
  readonly selection = new Selection();
  readonly #view: View;
  readonly #card: Card;
  readonly #scale = new ForceScale();
  #session: Session | undefined;
  #scaledId: number | undefined;

  constructor(view: View) {
    this.#view = view;
    const place = document.querySelector<HTMLElement>('#insight')!;
    this.#card = new Card(place, () => this.selection.select(undefined));
    new Picker(view, this.selection, () => this.#session);
  }

  /** Shows a run that was just opened. If `session` is undefined, shows no run. */
  open(session: Session | undefined): void {
    this.#session = session;
    this.selection.open(session);
    this.#scaledId = undefined;
    this.#card.hide();
  }

  /** Selects the next agent that is visible in the picture. If none is visible, selects the next of all agents. */
  selectNext(): void {
    const session = this.#session;
    session?.whenSeen(() => this.#selectNext(session.state));
  }

  #selectNext({ x, y, z }: Session['state']): void {
    const { camera } = this.#view;
    camera.updateMatrixWorld();
    const place = new Vector3();
    this.selection.selectNext((row) => {
      place.set(x[row], y[row], z[row]).project(camera);
      return Math.max(Math.abs(place.x), Math.abs(place.y)) < SEEN && Math.abs(place.z) < 1;
    });
  }

  /** Takes a new state of the world. Call it only while no tick is being computed. */
  onState(): void {
    if (this.#session !== undefined) this.selection.look(this.#session.world);
  }

  /** Updates the card, once per frame. Returns the agent to mark in the picture; undefined when there is none. */
  update(seconds: number, nowMs: number): SelectedAgent | undefined {
    const { id, insight, gone } = this.selection;
    const session = this.#session;
    if (session === undefined || id === undefined || insight === undefined) {
      if (gone !== undefined) this.#card.showGone(gone, nowMs);
      else if (id === undefined) this.#card.hide();
      if (id === undefined) this.#scaledId = undefined;
      return undefined;
    }
    if (id !== this.#scaledId) this.#scale.clear();
    this.#scaledId = id;
    this.#scale.update(insight, seconds);
    this.#card.show(insight, this.#scale, session.team.workers, nowMs);
    return { insight, longestForce: this.#scale.longest };
  }
}
