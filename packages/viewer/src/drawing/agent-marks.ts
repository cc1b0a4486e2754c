import type { Scenario } from '@skein/core';
import type { DrawnState } from '@skein/three/parts';
import type { Gizmo } from '../insight/gizmo.ts';
import type { FrameView } from '../scene/layer.ts';
import type { Stage } from '../scene/stage.ts';
import type { SelectedAgent } from './frame.ts';

/** Draws the marks around the selected agent. Their code is loaded when an agent is first selected. */
export class AgentMarks {
  readonly #stage: Stage;
  readonly #scenario: Scenario;
  #gizmo: Gizmo | undefined;
  #isLoading = false;
  #isGone = false;

  constructor(stage: Stage, scenario: Scenario) {
    this.#stage = stage;
    this.#scenario = scenario;
  }

  /**
   * Draws the marks of an agent, or hides them if `agent` is undefined. Called once per frame; `agent` and `state`
   * belong to the same tick.
   */
  update(agent: SelectedAgent | undefined, state: DrawnState, view: FrameView): void {
    if (agent === undefined) {
      this.#gizmo?.hide();
      return;
    }
    if (!this.#isLoading) void this.#load();
    const { camera, pixelRatio } = this.#stage;
    const { insight, longestForce } = agent;
    this.#gizmo?.update(insight, state, view, longestForce, camera, pixelRatio);
  }

  dispose(): void {
    this.#isGone = true;
    if (this.#gizmo === undefined) return;
    this.#stage.scene.remove(this.#gizmo.object);
    this.#gizmo.dispose();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    const { brushes } = this.#stage.graphics;
    try {
      const [{ Gizmo }, lines] = await Promise.all([
        import('../insight/gizmo.ts'),
        brushes.loadLines(),
      ]);
      if (this.#isGone) return;
      this.#gizmo = new Gizmo(lines, this.#scenario);
      this.#stage.add(this.#gizmo.object);
    } catch (error) {
      console.warn('The marks around the agent could not be loaded:', error);
    }
  }
}
