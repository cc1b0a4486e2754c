import type { Scenario } from '@skein/core';
import type { DrawnState } from '@skein/three/parts';
import type { Gizmo } from '../insight/gizmo.ts';
import type { WeightsGizmo } from '../insight/weights-gizmo.ts';
import type { FrameView } from '../scene/layer.ts';
import type { Stage } from '../scene/stage.ts';
import type { Frame } from './frame.ts';

/**
 * Draws the marks around the selected agent, and the weight maps of all agents. Their code is loaded when they are first
 * wanted.
 */
export class AgentMarks {
  readonly #stage: Stage;
  readonly #scenario: Scenario;
  #gizmo: Gizmo | undefined;
  #weights: WeightsGizmo | undefined;
  #isLoading = false;
  #isGone = false;

  constructor(stage: Stage, scenario: Scenario) {
    this.#stage = stage;
    this.#scenario = scenario;
  }

  /**
   * Draws the marks that the frame wants, and hides the others. Called once per frame; the agent and the maps of the
   * frame belong to the same tick as `state`.
   */
  update({ agent, maps }: Pick<Frame, 'agent' | 'maps'>, state: DrawnState, view: FrameView): void {
    if (!this.#isLoading && (agent ?? maps) !== undefined) void this.#load();
    const { camera, pixelRatio } = this.#stage;
    if (agent === undefined) this.#gizmo?.hide();
    else {
      const { insight, longestForce } = agent;
      this.#gizmo?.update(insight, state, view, longestForce, camera, pixelRatio);
    }
    if (maps === undefined) this.#weights?.hide();
    else this.#weights?.update(maps, agent?.insight.id, state, view, camera, pixelRatio);
  }

  dispose(): void {
    this.#isGone = true;
    for (const marks of [this.#gizmo, this.#weights]) {
      if (marks === undefined) continue;
      this.#stage.scene.remove(marks.object);
      marks.dispose();
    }
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    const { brushes } = this.#stage.graphics;
    try {
      const [{ Gizmo }, { WeightsGizmo }, lines] = await Promise.all([
        import('../insight/gizmo.ts'),
        import('../insight/weights-gizmo.ts'),
        brushes.loadLines(),
      ]);
      if (this.#isGone) return;
      this.#gizmo = new Gizmo(lines, this.#scenario);
      this.#weights = new WeightsGizmo(lines);
      this.#stage.add(this.#gizmo.object);
      this.#stage.add(this.#weights.object);
    } catch (error) {
      console.warn('The marks around agents could not be loaded:', error);
    }
  }
}
