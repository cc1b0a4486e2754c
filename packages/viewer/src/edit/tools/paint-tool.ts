import { columnsOf } from '@skein/core/internal';
import { PaintEdit } from '../agent-edits.ts';
import type { Bench } from '../bench.ts';
import { discPoints, pointsAlong } from '../brush.ts';
import type { Triple } from '../edit.ts';
import { makeChoice, makeSlider } from '../fields.ts';
import type { Marks } from '../marks.ts';
import { Stroke } from '../stroke.ts';
import type { Spot, Tool } from '../tool.ts';
import { HandSpeed } from './hand-speed.ts';

const MAX_AGENTS = 20;
const MAX_SIZE = 20;
/** One step of the slider for the size of the brush, as a fraction of the scene's radius. */
const STEP = 0.01;

interface Painting {
  readonly stroke: Stroke;
  readonly positions: number[];
  readonly velocities: number[];
  /** The position at which agents were last added. */
  last: Triple;
}

/** Adds agents of a species along the path of the brush. They get the velocity of the pointer. */
export class PaintTool implements Tool {
  readonly #bench: Bench;
  #species: string;
  #number = 5;
  #size = 5;
  #painting: Painting | undefined;
  #speed = new HandSpeed();
  #dabs = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#species = this.#names[0] ?? '';
  }

  get hint(): string {
    if (this.#names.length === 0)
      return 'All agents of this scene come from launchers, so you cannot paint any.';
    return 'Draw to add agents along the stroke. They fly in the direction of the stroke.';
  }

  get options(): HTMLElement[] {
    const names = Object.fromEntries(this.#names.map((name) => [name, name]));
    return [
      makeChoice('Species', names, this.#species, (value) => {
        this.#species = value;
      }),
      makeSlider('Number', { min: 1, max: MAX_AGENTS }, this.#number, (value) => {
        this.#number = value;
      }),
      makeSlider('Brush', { min: 1, max: MAX_SIZE }, this.#size, (value) => {
        this.#size = value;
      }),
    ];
  }

  press(spot: Spot): boolean {
    if (this.#species === '') return true;
    void this.#bench.makeRoom('agents');
    const edit = new PaintEdit(this.#species);
    const positions: number[] = [];
    const velocities: number[] = [];
    const take = () => edit.add(positions.splice(0), velocities.splice(0));
    const stroke = new Stroke(this.#bench, edit, take);
    this.#painting = { stroke, positions, velocities, last: spot.at };
    this.#speed = new HandSpeed();
    this.#speed.note(spot);
    this.#dab(spot.at, spot.timeMs);
    return true;
  }

  drag(spot: Spot): void {
    const painting = this.#painting;
    if (painting === undefined) return;
    this.#speed.note(spot);
    for (const point of pointsAlong(painting.last, spot.at, 2 * this.#radius)) {
      this.#dab(point, spot.timeMs);
      painting.last = point;
    }
  }

  release(): void {
    void this.#painting?.stroke.end();
    this.#painting = undefined;
  }

  cancel(): void {
    void this.#painting?.stroke.cancel();
    this.#painting = undefined;
  }

  frame(): void {
    this.#painting?.stroke.frame();
  }

  marks(spot: Spot | undefined): Marks {
    const { sight } = this.#bench;
    const center = spot && sight?.project(spot.at);
    if (center === undefined) return {};
    return { disc: { center, radius: this.#radius * sight!.pixelsPerMeter(spot!.at) } };
  }

  get #names(): string[] {
    const { species = [] } = this.#bench.scenario ?? {};
    return species.filter(({ spawn }) => spawn.type !== 'pool').map(({ name }) => name);
  }

  get #radius(): number {
    return this.#size * STEP * (this.#bench.sight?.radius ?? 1);
  }

  /** Adds several agents around a point at once. Those that would be inside a wall are left out. */
  #dab(center: Triple, timeMs: number): void {
    const { sight, scenario } = this.#bench;
    const species = scenario?.species.find(({ name }) => name === this.#species);
    const painting = this.#painting;
    if (sight === undefined || species === undefined || painting === undefined) return;
    const velocity = this.#speed.velocity(timeMs, species.maxSpeed);
    const isStill = velocity.every((v) => v === 0);
    const { spawn } = species;
    const start = 'velocity' in spawn ? spawn.velocity.speed : 0;
    const points = discPoints(center, this.#radius, this.#number, this.#dabs++, sight.plane());
    for (const { at, out } of points) {
      const place = sight.settle(at);
      if (this.#isWall(place)) continue;
      // Without movement the agents fly apart, at the initial speed of their species.
      const length = Math.hypot(...out) || 1;
      const fly = isStill ? out.map((value) => (value / length) * start) : velocity;
      painting.positions.push(...place);
      painting.velocities.push(...fly.map(sight.round));
    }
  }

  #isWall([x, y]: Triple): boolean {
    const { session } = this.#bench;
    const { map } = session?.scenario ?? {};
    if (map === undefined) return false;
    const { rows, cellSize, origin } = map;
    const column = Math.floor((x - origin[0]) / cellSize);
    const row = Math.floor((y - origin[1]) / cellSize);
    const columns = columnsOf(rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows.length) return true;
    return session!.state.mapCost[row * columns + column] === 0;
  }
}
