import { Vector3 } from 'three';
import type { FrameView } from '../scene/layer.ts';
import type { Stage } from '../scene/stage.ts';
import type { Session } from '../session.ts';
import { Card } from './card.ts';
import { ForceScale } from './force-scale.ts';
import type { Gizmo } from './gizmo.ts';
import { Picker } from './picker.ts';
import { Selection } from './selection.ts';

/** So much of the picture, from its middle to its edges, counts as seen: not its very rim. */
const SEEN = 0.92;

/** Selecting one agent, and all that the page then shows of it: card and picture. */
export class AgentInsight {
  readonly selection = new Selection();
  readonly #stage: Stage;
  readonly #card: Card;
  readonly #scale = new ForceScale();
  #session: Session | undefined;
  /** Loaded when an agent is selected first. */
  #gizmo: Gizmo | undefined;
  /** For which it was asked. */
  #loadingFor: Session | undefined;
  #scaledId: number | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    const place = document.querySelector<HTMLElement>('#insight')!;
    this.#card = new Card(place, () => this.selection.select(undefined));
    new Picker(stage, this.selection, () => this.#session);
  }

  /** Another run, or none. */
  open(session: Session | undefined): void {
    if (this.#gizmo !== undefined) this.#stage.scene.remove(this.#gizmo.object);
    this.#gizmo?.dispose();
    this.#gizmo = undefined;
    this.#loadingFor = undefined;
    this.#session = session;
    this.selection.open(session);
    this.#card.hide();
  }

  /** Selects the next agent that is in the picture; the next of all when none is. */
  selectNext(): void {
    const { camera } = this.#stage;
    const { x, y, z } = this.#session?.state ?? {};
    if (!x || !y || !z) return;
    camera.updateMatrixWorld();
    const place = new Vector3();
    this.selection.selectNext((row) => {
      place.set(x[row], y[row], z[row]).project(camera);
      return Math.max(Math.abs(place.x), Math.abs(place.y)) < SEEN && Math.abs(place.z) < 1;
    });
  }

  /** The world stands at a new state. Only between runs. */
  onState(): void {
    if (this.#session !== undefined) this.selection.look(this.#session.world);
  }

  /** Called once per frame. */
  update(view: FrameView, nowMs: number): void {
    const { id, insight, gone } = this.selection;
    const session = this.#session;
    if (session === undefined || id === undefined || insight === undefined) {
      this.#gizmo?.hide();
      if (gone !== undefined) this.#card.showGone(gone, nowMs);
      else if (id === undefined) this.#card.hide();
      return;
    }
    if (this.#gizmo === undefined) void this.#loadGizmo(session);
    if (id !== this.#scaledId) this.#scale.clear();
    this.#scaledId = id;
    this.#scale.update(insight, view.seconds);
    const { camera, pixelRatio } = this.#stage;
    this.#gizmo?.update(insight, session.state, view, this.#scale, camera, pixelRatio);
    this.#card.show(insight, this.#scale, session.team.workers, nowMs);
  }

  async #loadGizmo(session: Session): Promise<void> {
    if (this.#loadingFor === session) return;
    this.#loadingFor = session;
    const { brushes } = this.#stage.graphics;
    try {
      const [{ Gizmo }, lines] = await Promise.all([import('./gizmo.ts'), brushes.loadLines()]);
      const isLate = session !== this.#session || brushes !== this.#stage.graphics.brushes;
      if (isLate || this.#gizmo !== undefined) return;
      this.#gizmo = new Gizmo(lines, session.scenario);
      this.#stage.add(this.#gizmo.object);
    } catch (error) {
      console.warn('The page continues without lines about the agent:', error);
    }
  }
}
