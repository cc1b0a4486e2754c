import { slotOf } from '@skein/core';
import { f32Number } from '@skein/core/describe';
import { POINTER } from '../../changes.ts';
import { GoEdit } from '../agent-edits.ts';
import type { Bench } from '../bench.ts';
import type { Triple } from '../edit.ts';
import { makeSlider } from '../fields.ts';
import type { Marks } from '../marks.ts';
import { agentsNear, middleOfAgents, targetNear } from '../nearby.ts';
import { standingAgents } from '../standing-agents.ts';
import { moveTarget } from '../target-edit.ts';
import type { Spot, Tool } from '../tool.ts';

const MAX_RADIUS = 160;
/** The maximum distance from a target's edge at which the target can be grabbed, in CSS pixels. */
const GRIP_PX = 22;

type Held =
  | { readonly target: number; readonly from: Triple }
  | { readonly ids: readonly number[]; readonly from: Triple };

/**
 * Moves targets. If a drag starts at agents whose species has goals, these agents get a new goal: the place where the
 * drag ends.
 */
export class GoalTool implements Tool {
  readonly holds = true;
  readonly #bench: Bench;
  /** The radius around the pointer in which agents are grabbed, in CSS pixels. */
  #radius = 40;
  #held: Held | undefined;
  #to: Triple | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  get hint(): string {
    const sent = 'Drag from agents to the place where they should go.';
    const taken = 'Drag a target, or press an empty place to move the nearest target there.';
    const parts = [...(this.#hasTarget ? [taken] : []), ...(this.#hasGoals ? [sent] : [])];
    return parts.join(' ') || 'This scene has no targets and no agents with goals.';
  }

  get options(): HTMLElement[] {
    if (!this.#hasGoals) return [];
    return [
      makeSlider('Grip', { min: 8, max: MAX_RADIUS, step: 4 }, this.#radius, (value) => {
        this.#radius = value;
      }),
    ];
  }

  press(spot: Spot): boolean {
    const { session, sight } = this.#bench;
    if (session === undefined || sight === undefined) return true;
    const { species } = session.scenario;
    const isFree = (name: string) => name !== POINTER;
    const target = targetNear(session, sight, spot, GRIP_PX, isFree);
    const ids =
      target < 0 && this.#hasGoals
        ? agentsNear(
            session,
            sight,
            spot,
            this.#radius,
            (kind) => species[kind].goals !== undefined,
          )
        : [];
    this.#to = undefined;
    if (target >= 0) this.#hold({ target, from: this.#placeOf(target) });
    else if (ids.length > 0) this.#hold({ ids, from: middleOfAgents(session, ids) });
    else {
      // A press on an empty place moves the nearest target there.
      const nearest = targetNear(session, sight, spot, Number.POSITIVE_INFINITY, isFree);
      if (nearest < 0) return true;
      const from = this.#placeOf(nearest);
      // In three dimensions the target keeps its distance from the camera.
      this.#bench.cursor = from;
      this.#held = { target: nearest, from };
      this.#to = sight.at(spot.place, from);
    }
    return true;
  }

  drag({ at }: Spot): void {
    this.#to = at;
  }

  release(): void {
    const [held, to] = [this.#held, this.#to];
    this.cancel();
    if (held === undefined || to === undefined) return;
    if ('target' in held) {
      const name = this.#bench.scenario!.targets[held.target].name;
      const from = held.from.map(f32Number) as Triple;
      void this.#bench.act(() => moveTarget(name, from, to));
    } else this.#send(held.ids, to);
  }

  cancel(): void {
    this.#held = undefined;
    this.#to = undefined;
  }

  marks(spot: Spot | undefined): Marks {
    const { sight } = this.#bench;
    if (sight === undefined) return {};
    if (this.#held !== undefined) {
      const [from, to] = [sight.project(this.#held.from), this.#to && sight.project(this.#to)];
      return from && to ? { ghost: [from, to], handles: [to] } : {};
    }
    if (!this.#hasGoals || spot === undefined) return {};
    const { clientX, clientY } = spot.place;
    return { disc: { center: [clientX, clientY], radius: this.#radius } };
  }

  get #hasTarget(): boolean {
    return this.#bench.scenario?.targets.some(({ name }) => name !== POINTER) ?? false;
  }

  get #hasGoals(): boolean {
    return this.#bench.scenario?.species.some(({ goals }) => goals !== undefined) ?? false;
  }

  #hold(held: Held): void {
    this.#held = held;
    this.#bench.cursor = this.#bench.sight!.settle(held.from);
    const what =
      'target' in held
        ? this.#bench.scenario!.targets[held.target].name
        : `${held.ids.length} agents`;
    this.#bench.say(`Holding ${what}`);
  }

  #placeOf(target: number): Triple {
    const { targets } = this.#bench.session!.state;
    return [...targets.subarray(3 * target, 3 * target + 3)] as Triple;
  }

  #send(ids: readonly number[], goal: Triple): void {
    const { idNow } = this.#bench.pen;
    void this.#bench.act((world) => {
      const rows = ids.map((id) => slotOf(world, id)).filter((row) => row >= 0);
      return rows.length === 0 ? undefined : new GoEdit(idNow, standingAgents(world, rows), goal);
    });
  }
}
