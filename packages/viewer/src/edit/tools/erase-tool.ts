import { type CommandInput, slotOf, type World } from '@skein/core';
import { EraseEdit } from '../agent-edits.ts';
import type { Bench } from '../bench.ts';
import { makeSlider } from '../fields.ts';
import type { Marks } from '../marks.ts';
import { agentsNear } from '../nearby.ts';
import { standingAgents } from '../standing-agents.ts';
import { Stroke } from '../stroke.ts';
import type { Spot, Tool } from '../tool.ts';

const MAX_RADIUS = 120;

interface Erasing {
  readonly stroke: Stroke;
  /** The ids of the agents that the brush has touched since the latest commands were given. */
  readonly wanted: Set<number>;
  readonly done: Set<number>;
}

/** Erases the agents that the brush touches. */
export class EraseTool implements Tool {
  readonly hint = 'Draw over the agents that you want to erase.';
  readonly #bench: Bench;
  /** The radius of the brush, in CSS pixels. */
  #radius = 24;
  #erasing: Erasing | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  get options(): HTMLElement[] {
    return [
      makeSlider('Brush', { min: 8, max: MAX_RADIUS, step: 4 }, this.#radius, (value) => {
        this.#radius = value;
      }),
    ];
  }

  press(spot: Spot): boolean {
    const { pen } = this.#bench;
    const edit = new EraseEdit(pen.idNow, pen.rename);
    const wanted = new Set<number>();
    const done = new Set<number>();
    const stroke = new Stroke(this.#bench, edit, (world) => take(world, edit, wanted, done));
    this.#erasing = { stroke, wanted, done };
    this.drag(spot);
    return true;
  }

  drag(spot: Spot): void {
    const { session, sight } = this.#bench;
    if (this.#erasing === undefined || session === undefined || sight === undefined) return;
    const { wanted, done } = this.#erasing;
    for (const id of agentsNear(session, sight, spot, this.#radius)) {
      if (!done.has(id)) wanted.add(id);
    }
  }

  release(): void {
    void this.#erasing?.stroke.end();
    this.#erasing = undefined;
  }

  cancel(): void {
    void this.#erasing?.stroke.cancel();
    this.#erasing = undefined;
  }

  frame(): void {
    this.#erasing?.stroke.frame();
  }

  marks(spot: Spot | undefined): Marks {
    const center = spot && ([spot.place.clientX, spot.place.clientY] as const);
    return center ? { disc: { center, radius: this.#radius } } : {};
  }
}

function take(
  world: World,
  edit: EraseEdit,
  wanted: Set<number>,
  done: Set<number>,
): CommandInput[] {
  const rows = [...wanted].map((id) => slotOf(world, id)).filter((row) => row >= 0);
  for (const id of wanted) done.add(id);
  wanted.clear();
  return world.scenario.species.flatMap(({ name, goals }, kind) => {
    const own = rows.filter((row) => world.views.species[row] === kind);
    const { goals: all, ...agents } = standingAgents(world, own);
    return edit.add(name, goals === undefined ? agents : { ...agents, goals: all });
  });
}
