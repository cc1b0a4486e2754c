import { slotOf, type World } from '@skein/core';
import { PlaceEdit } from '../agent-edits.ts';
import type { Bench } from '../bench.ts';
import type { Edit, Triple } from '../edit.ts';
import { makeSlider } from '../fields.ts';
import type { Marks } from '../marks.ts';
import { agentsNear, middleOfAgents } from '../nearby.ts';
import { standingAgents } from '../standing-agents.ts';
import { Stroke } from '../stroke.ts';
import type { Spot, Tool } from '../tool.ts';
import { HandSpeed } from './hand-speed.ts';

const MAX_RADIUS = 120;
/** The number of ticks between two commands that move the held agents back to the pointer. */
const HOLD_TICKS = 3;
/**
 * The duration of a throw by keys, in s. The velocity of the agents is the distance of the throw divided by this
 * duration.
 */
const KEY_SECONDS = 0.5;
const AT_REST: Triple = [0, 0, 0];

/** Grabs agents. When the press ends, the agents continue with the velocity of the pointer. */
export class ThrowTool implements Tool {
  readonly hint = 'Grab agents, swing, and let go.';
  readonly holds = true;
  readonly #bench: Bench;
  /** The radius around the pointer in which agents are grabbed, in CSS pixels. */
  #radius = 24;
  #held: { stroke: Stroke; from: Triple; to: Triple; velocity: Triple } | undefined;
  #speed = new HandSpeed();

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  get options(): HTMLElement[] {
    return [
      makeSlider('Grip', { min: 8, max: MAX_RADIUS, step: 4 }, this.#radius, (value) => {
        this.#radius = value;
      }),
    ];
  }

  press(spot: Spot): boolean {
    const { session, sight, pen } = this.#bench;
    if (session === undefined || sight === undefined) return true;
    const ids = agentsNear(session, sight, spot, this.#radius);
    if (ids.length === 0) {
      this.#bench.say('No agent is there.');
      return true;
    }
    const from = sight.settle(middleOfAgents(session, ids));
    this.#bench.cursor = from;
    let edit: PlaceEdit | undefined;
    const held = { from, to: from, velocity: AT_REST };
    const take = (world: World) => {
      const rows = ids.map((id) => slotOf(world, id)).filter((row) => row >= 0);
      edit ??= new PlaceEdit(pen.idNow, standingAgents(world, rows));
      return edit.put(held.to, held.velocity, (point) => sight.settle(point));
    };
    const deed: Edit = {
      name: 'Threw agents',
      redo: () => edit?.redo() ?? [],
      undo: () => edit?.undo() ?? [],
    };
    this.#held = Object.assign(held, { stroke: new Stroke(this.#bench, deed, take, HOLD_TICKS) });
    this.#speed = new HandSpeed();
    this.#speed.note({ ...spot, at: from });
    this.#bench.say(`Holding ${ids.length} ${ids.length === 1 ? 'agent' : 'agents'}`);
    return true;
  }

  drag(spot: Spot): void {
    if (this.#held === undefined) return;
    this.#held.to = spot.at;
    this.#speed.note(spot);
  }

  release(spot: Spot): void {
    const held = this.#held;
    this.#held = undefined;
    const { sight } = this.#bench;
    if (held === undefined || sight === undefined) return;
    const swung = spot.byKey
      ? held.to.map((value, axis) => (value - held.from[axis]) / KEY_SECONDS)
      : this.#speed.velocity(spot.timeMs);
    held.velocity = swung.map(sight.round) as Triple;
    void held.stroke.end();
  }

  cancel(): void {
    void this.#held?.stroke.cancel();
    this.#held = undefined;
  }

  frame(): void {
    this.#held?.stroke.frame();
  }

  marks(spot: Spot | undefined): Marks {
    const center = this.#held
      ? this.#bench.sight?.project(this.#held.to)
      : spot && ([spot.place.clientX, spot.place.clientY] as const);
    return center ? { disc: { center, radius: this.#radius } } : {};
  }
}
