import { MAX_CORNERS } from '@skein/core/internal';
import { showNotice } from '../../panel/notices.ts';
import { type Bench, UNSEEN } from '../bench.ts';
import { fewerCorners, hullOf } from '../brush.ts';
import type { Triple } from '../edit.ts';
import { makeChoice } from '../fields.ts';
import { outlineOf } from '../form-points.ts';
import type { Marks } from '../marks.ts';
import { changeObstacle, freeName } from '../obstacle-edit.ts';
import { type FormType, type ObstacleForm, roundedForm } from '../obstacle-form.ts';
import { seesObstacles, withAvoidance } from '../species.ts';
import type { Spot, Tool } from '../tool.ts';

const FLAT_SHAPES = {
  Disc: 'sphere',
  Box: 'box',
  Capsule: 'capsule',
  Polygon: 'polygon',
  Wall: 'plane',
};
const SHAPES = { Sphere: 'sphere', Box: 'box', Capsule: 'capsule', Plane: 'plane' };
/** The size of an obstacle that is placed without a drag, as a fraction of the scene's radius. */
const SIZE = 0.08;
/** The minimum length of a drag, as a fraction of the default size. A shorter drag counts as no drag. */
const LEAST = 0.25;
const HEXAGON = 6;

/**
 * Places obstacles. Depending on the type of obstacle, the visitor drags from the center outward, from one corner to
 * the opposite corner, or from one end to the other end.
 */
export class ObstacleTool implements Tool {
  readonly hint = 'Press to place an obstacle, and drag to set its size.';
  readonly #bench: Bench;
  readonly #flat: boolean;
  #type: FormType = 'sphere';
  /** The points along which the pointer was dragged since the press began. */
  #way: Triple[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#flat = bench.scenario?.dimensions === 2;
  }

  get options(): HTMLElement[] {
    const shapes = this.#flat ? FLAT_SHAPES : SHAPES;
    return [
      makeChoice('Shape', shapes, this.#type, (value) => {
        this.#type = value as FormType;
      }),
    ];
  }

  press({ at }: Spot): boolean {
    void this.#bench.makeRoom('obstacles');
    this.#way = [at];
    return true;
  }

  drag({ at }: Spot): void {
    this.#way.push(at);
  }

  release(): void {
    const form = this.#form();
    this.#way = [];
    if (form === undefined) return;
    void this.#bench.act(() => this.#add(form)).then(() => this.#offerAvoidance());
  }

  cancel(): void {
    this.#way = [];
  }

  marks(): Marks {
    const { sight } = this.#bench;
    const form = this.#way.length > 0 ? this.#form() : undefined;
    return form && sight ? { ghost: outlineOf(form, sight) } : {};
  }

  #add(form: ObstacleForm) {
    const { session, names } = this.#bench;
    if (session === undefined) return undefined;
    const { obstacles, commands } = session.scenario;
    const added = [...commands, ...session.world.log].map((command) =>
      command.type === 'obstacle' ? command.name : undefined,
    );
    const own = obstacles.map(({ name }) => name);
    return changeObstacle(freeName([...own, ...added, ...names.values()]), undefined, form);
  }

  /** In a scene whose agents do not see obstacles, offers to change that. */
  #offerAvoidance(): void {
    const bench = this.#bench;
    if (bench.scenario === undefined || seesObstacles(bench.scenario)) return;
    const press = () => void bench.queue(() => this.#addAvoidance());
    const buttons = [{ label: 'Let them avoid it', press }];
    showNotice(UNSEEN, 'They pass through what you placed.', { buttons });
  }

  async #addAvoidance(): Promise<void> {
    const { page, scenario } = this.#bench;
    if (scenario === undefined) return;
    const file = withAvoidance(scenario);
    await page.reopen('Avoidance added', { file, address: undefined });
    this.#bench.say('The agents avoid obstacles now.');
  }

  #form(): ObstacleForm | undefined {
    const { sight } = this.#bench;
    if (sight === undefined || this.#way.length === 0) return undefined;
    const [from, to] = [this.#way[0], this.#way.at(-1)!];
    const size = sight.radius * SIZE;
    const length = Math.hypot(...to.map((value, axis) => value - from[axis]));
    const isDrawn = length > LEAST * size;
    const form = this.#formOf(from, isDrawn ? to : undefined, isDrawn ? length : size);
    return form && roundedForm(form, sight.round);
  }

  #formOf(from: Triple, to: Triple | undefined, size: number): ObstacleForm | undefined {
    const flat = <T>(point: readonly T[]) => (this.#flat ? point.slice(0, 2) : [...point]);
    const off = (by: number) => from.map((value) => value + by);
    switch (this.#type) {
      case 'sphere':
        return { type: 'sphere', center: flat(from), radius: size };
      case 'box': {
        const other = to ?? off(size);
        const thick = (axis: number) => Math.abs(other[axis] - from[axis]) || size / 2;
        const min = from.map((value, axis) => Math.min(value, other[axis]));
        const max = from.map((_, axis) => min[axis] + thick(axis));
        return { type: 'box', min: flat(to ? min : off(-size)), max: flat(to ? max : off(size)) };
      }
      case 'capsule': {
        const end: Triple = to ?? [from[0] + 2 * size, from[1], from[2]];
        const radius = (to ? size : 2 * size) / 6;
        return { type: 'capsule', from: flat(from), to: flat(end), radius };
      }
      case 'plane': {
        const normal = to ? to.map((value, axis) => value - from[axis]) : [0, 1, 0];
        return { type: 'plane', point: flat(from), normal: flat(normal) };
      }
      case 'polygon':
        return { type: 'polygon', points: this.#corners(from, to, size) };
    }
  }

  /** The corners of a polygon: the convex hull of the points along the drag, or a hexagon if there was no drag. */
  #corners(from: Triple, to: Triple | undefined, size: number): [number, number][] {
    const drawn = this.#way.map(([x, y]) => [x, y] as [number, number]);
    const hull = to ? fewerCorners(hullOf(drawn), MAX_CORNERS) : [];
    if (hull.length > 2) return hull;
    return Array.from({ length: HEXAGON }, (_, k) => {
      const angle = (2 * Math.PI * k) / HEXAGON;
      return [from[0] + size * Math.cos(angle), from[1] + size * Math.sin(angle)];
    });
  }
}
