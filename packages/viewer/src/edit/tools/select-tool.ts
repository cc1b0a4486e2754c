import { f32Number, type StandingObstacle } from '@skein/core/describe';
import { POINTER } from '../../changes.ts';
import { niceLength } from '../../scene/nice-length.ts';
import type { Bench } from '../bench.ts';
import type { Edit, Triple } from '../edit.ts';
import { distanceTo, outlineOf } from '../form-points.ts';
import type { Marks } from '../marks.ts';
import { targetNear } from '../nearby.ts';
import { changeObstacle, moveObstacle } from '../obstacle-edit.ts';
import {
  centerOf,
  formOf,
  moved,
  type ObstacleForm,
  roundedForm,
  scaled,
} from '../obstacle-form.ts';
import type { Point } from '../sight.ts';
import { moveTarget } from '../target-edit.ts';
import type { Spot, Tool } from '../tool.ts';

/**
 * Two distances in CSS pixels. A press selects an obstacle if the obstacle's outline is at most `REACH_PX` away. A
 * press selects a target if the target's edge is at most `GRIP_PX` away. A press grips the scale handle if the center
 * of the handle is at most `GRIP_PX` away.
 */
const REACH_PX = 8;
const GRIP_PX = 22;
/**
 * The approximate distance by which a key press moves the selection, as a fraction of the scene's radius. With Shift,
 * the distance is multiplied by `FINE`. In three dimensions, Shift with the up or down arrow moves the selection in
 * depth instead, by the full distance.
 */
const STEP = 0.02;
const FINE = 0.2;
/** The maximum time between two key presses that count as one edit, in ms. */
const REST_MS = 500;
const LARGER = 1.1;
const MIN_FACTOR = 0.05;

type Selected =
  | { readonly kind: 'obstacle'; readonly name: string }
  | { readonly kind: 'target'; readonly index: number };

/**
 * A pending change of the selected object, which has not been sent as commands yet: the movement (m), and the factor by
 * which the size is multiplied.
 */
interface Change {
  readonly by: Triple;
  readonly factor: number;
}

const NO_CHANGE: Change = { by: [0, 0, 0], factor: 1 };
const WAYS: Readonly<Record<string, readonly ['across' | 'up', 1 | -1]>> = {
  ArrowLeft: ['across', -1],
  ArrowRight: ['across', 1],
  ArrowUp: ['up', 1],
  ArrowDown: ['up', -1],
};

/** Selects obstacles and targets and moves them. Also scales and removes obstacles. */
export class SelectTool implements Tool {
  readonly hint =
    'Press an obstacle or a target to select it. Drag it to move it, or drag the handle to scale it.';
  readonly options = [];
  readonly #bench: Bench;
  #selected: Selected | undefined;
  #change = NO_CHANGE;
  /** Where the press started, and whether the press is on the scale handle. */
  #grip: { readonly from: Spot; readonly scales: boolean } | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  get selected(): Selected | undefined {
    return this.#selected;
  }

  press(spot: Spot): boolean {
    this.#commit();
    const { clientX, clientY } = spot.place;
    const handle = this.#handle();
    if (handle && Math.hypot(handle[0] - clientX, handle[1] - clientY) <= GRIP_PX) {
      this.#grip = { from: spot, scales: true };
      return true;
    }
    const found = this.#find(spot);
    if (found !== undefined || !spot.byKey) this.#select(found);
    // If nothing is under the crosshair, the next obstacle or target is selected.
    else this.#select(this.#next());
    if (found === undefined) return spot.byKey;
    const at = this.#center();
    if (at !== undefined) this.#bench.cursor = at;
    const { sight } = this.#bench;
    const there = at && sight?.at(spot.place, at);
    this.#grip = spot.byKey
      ? undefined
      : { from: { ...spot, at: there ?? spot.at }, scales: false };
    return true;
  }

  drag(spot: Spot): void {
    if (this.#grip === undefined) return;
    const { from, scales } = this.#grip;
    const by = spot.at.map((value, axis) => value - from.at[axis]) as Triple;
    this.#change = scales
      ? { ...NO_CHANGE, factor: this.#factor(from, spot) }
      : { ...NO_CHANGE, by };
  }

  release(): void {
    this.#grip = undefined;
    this.#commit();
  }

  cancel(): void {
    if (this.#grip === undefined) this.#select(undefined);
    this.#grip = undefined;
    this.#change = NO_CHANGE;
  }

  leave(): void {
    this.#commit();
    this.#selected = undefined;
    this.#grip = undefined;
  }

  key(event: KeyboardEvent): boolean {
    if (this.#selected === undefined) return false;
    const { sight } = this.#bench;
    const way = WAYS[event.key];
    if (way !== undefined && sight !== undefined) {
      const ways = sight.ways();
      const third = event.shiftKey && way[0] === 'up' && this.#bench.scenario?.dimensions === 3;
      const { axis, sign } = third ? ways.away : ways[way[0]];
      const step = niceLength(sight.radius * STEP) * (event.shiftKey && !third ? FINE : 1);
      const by = [...this.#change.by] as Triple;
      by[axis] += way[1] * sign * step;
      this.#rather({ ...this.#change, by });
      return true;
    }
    if (event.key === '+' || event.key === '=' || event.key === '-') {
      const factor = event.key === '-' ? 1 / LARGER : LARGER;
      this.#rather({ ...this.#change, factor: this.#change.factor * factor });
      return true;
    }
    if (event.key !== 'Delete' && event.key !== 'Backspace') return false;
    this.#remove();
    return true;
  }

  marks(): Marks {
    const { sight } = this.#bench;
    if (sight === undefined || this.#selected === undefined) return {};
    const isChanged = this.#change !== NO_CHANGE;
    if (this.#selected.kind === 'target') {
      const center = this.#center();
      const at = center && sight.project(this.#moved(center));
      return at ? { disc: { center: at, radius: GRIP_PX } } : {};
    }
    const form = this.#form();
    if (form === undefined) return {};
    const outline = outlineOf(form, sight);
    const handle = this.#handle();
    return {
      outline,
      ghost: isChanged ? outlineOf(this.#changed(form), sight) : undefined,
      handles: handle && !isChanged ? [handle] : [],
    };
  }

  #select(selected: Selected | undefined): void {
    this.#selected = selected;
    this.#change = NO_CHANGE;
    const center = this.#center();
    if (center === undefined || selected === undefined) return;
    this.#bench.cursor = this.#bench.sight!.settle(center);
    this.#bench.say(`Selected ${this.#nameOf(selected)}`);
  }

  #nameOf(selected: Selected): string {
    if (selected.kind === 'obstacle') return selected.name;
    return this.#bench.scenario!.targets[selected.index].name;
  }

  /** The obstacle or target at a spot; undefined when there is none. */
  #find(spot: Spot): Selected | undefined {
    const { session, sight } = this.#bench;
    if (session === undefined || sight === undefined) return undefined;
    const target = targetNear(session, sight, spot, GRIP_PX, (name) => name !== POINTER);
    if (target >= 0) return { kind: 'target', index: target };
    const { clientX, clientY } = spot.place;
    let found: StandingObstacle | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const obstacle of session.state.obstacles) {
      const outline = outlineOf(this.#formOf(obstacle), sight);
      if (outline === undefined || distanceTo(outline, clientX, clientY) > REACH_PX) continue;
      // Of overlapping obstacles, the one that looks smallest is selected: an obstacle that encloses others is larger.
      const size = Math.max(...outline.map(([x, y]) => Math.hypot(x - clientX, y - clientY)));
      if (size >= least) continue;
      least = size;
      found = obstacle;
    }
    return found && { kind: 'obstacle', name: this.#nameOfRow(found.row) };
  }

  /**
   * Returns the name of the obstacle that is stored in `row`. If it has no name, returns the name that it gets when the
   * editor adds capacity to the scene.
   */
  #nameOfRow(row: number): string {
    return this.#bench.names.get(row) ?? `obstacle-${row + 1}`;
  }

  /**
   * Returns the obstacle or target that follows the selected one. All obstacles come before all targets. The first
   * obstacle follows the last target.
   */
  #next(): Selected | undefined {
    const { session } = this.#bench;
    if (session === undefined) return undefined;
    const all: Selected[] = [
      ...session.state.obstacles.map(({ row }) => ({
        kind: 'obstacle' as const,
        name: this.#nameOfRow(row),
      })),
      ...session.scenario.targets.flatMap(({ name }, index) =>
        name === POINTER ? [] : [{ kind: 'target' as const, index }],
      ),
    ];
    const at = all.findIndex(
      (selected) => JSON.stringify(selected) === JSON.stringify(this.#selected),
    );
    return all[(at + 1) % all.length];
  }

  #standing(): StandingObstacle | undefined {
    const { session, names } = this.#bench;
    const selected = this.#selected;
    if (selected?.kind !== 'obstacle' || session === undefined) return undefined;
    const { obstacles } = session.state;
    return (
      obstacles.find(({ row }) => names.get(row) === selected.name) ??
      obstacles.find(({ row }) => !names.has(row) && this.#nameOfRow(row) === selected.name)
    );
  }

  #form(): ObstacleForm | undefined {
    const standing = this.#standing();
    return standing && this.#formOf(standing);
  }

  #formOf(standing: StandingObstacle): ObstacleForm {
    return formOf(standing, this.#bench.scenario?.dimensions ?? 3);
  }

  #center(): Triple | undefined {
    const selected = this.#selected;
    if (selected?.kind === 'target') {
      const { targets } = this.#bench.session!.state;
      const { index } = selected;
      return [...targets.subarray(3 * index, 3 * index + 3)].map(f32Number) as Triple;
    }
    const form = this.#form();
    return form && centerOf(form);
  }

  #moved(center: Triple, { by } = this.#change): Triple {
    return this.#bench.sight!.settle(center.map((value, axis) => value + by[axis]));
  }

  #changed(form: ObstacleForm, change = this.#change): ObstacleForm {
    const { by, factor } = change;
    const { sight } = this.#bench;
    if (factor === 1) {
      const center = centerOf(form);
      const to = this.#moved(center, change);
      return moved(
        form,
        to.map((value, axis) => value - center[axis]),
      );
    }
    return roundedForm(moved(scaled(form, factor), by), sight!.round);
  }

  /** The place of the scale handle on the page, at the lower right of the selection's outline. */
  #handle(): Point | undefined {
    const { sight } = this.#bench;
    const form = this.#form();
    if (sight === undefined || form === undefined || form.type === 'plane') return undefined;
    const outline = outlineOf(form, sight);
    if (outline === undefined) return undefined;
    const along = outline.map(([x, y]) => x + y);
    return outline[along.indexOf(Math.max(...along))];
  }

  #factor(from: Spot, { place }: Spot): number {
    const { sight } = this.#bench;
    const center = this.#center();
    const middle = center && sight?.project(center);
    if (middle === undefined) return 1;
    const away = ({ clientX, clientY }: Spot['place']) =>
      Math.hypot(clientX - middle[0], clientY - middle[1]);
    return Math.max(MIN_FACTOR, away(place) / Math.max(1, away(from.place)));
  }

  /**
   * Replaces the pending change. If no other change comes within `REST_MS`, the run gets the commands for this change.
   */
  #rather(change: Change): void {
    this.#change = change;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#commit(), REST_MS);
  }

  /** Gives the pending change to the run as commands. */
  #commit(): void {
    clearTimeout(this.#rest);
    const [selected, change] = [this.#selected, this.#change];
    this.#change = NO_CHANGE;
    const isNothing = change.factor === 1 && change.by.every((value) => value === 0);
    if (selected === undefined || isNothing) return;
    if (selected.kind === 'target') {
      const from = this.#center()!;
      const to = this.#moved(from, change);
      void this.#bench.act(() => moveTarget(this.#nameOf(selected), from, to));
      return;
    }
    void this.#bench.makeRoom('obstacles');
    void this.#bench.act(() => this.#editOf(selected.name, change));
  }

  #editOf(name: string, change: Change): Edit | undefined {
    const form = this.#form();
    if (form === undefined) return undefined;
    const changed = this.#changed(form, change);
    if (change.factor === 1) return moveObstacle(name, form, this.#moved(centerOf(form), change));
    if (this.#hasMotion(name)) {
      throw new Error(`${name} has a motion in the scenario: it can be moved, but not scaled.`);
    }
    return changeObstacle(name, form, changed);
  }

  #remove(): void {
    const selected = this.#selected;
    if (selected?.kind !== 'obstacle') return;
    void this.#bench.makeRoom('obstacles');
    void this.#bench.act(() => {
      if (this.#hasMotion(selected.name)) {
        throw new Error(
          `${selected.name} has a motion in the scenario: it cannot be removed, because undo could not restore the motion.`,
        );
      }
      const form = this.#form();
      this.#selected = undefined;
      return form && changeObstacle(selected.name, form, undefined);
    });
  }

  #hasMotion(name: string): boolean {
    const { obstacles = [] } = this.#bench.scenario ?? {};
    return obstacles.some((obstacle) => obstacle.name === name && obstacle.motion !== undefined);
  }
}
