import type { Problem } from '@skein/core';
import { show } from '@skein/core/supervise';
import type { Driver } from '../driver.ts';
import { lightColorOf } from '../light/color.ts';
import {
  colorProblems,
  frameProblems,
  type LightColor,
  nameProblems,
  sizeProblems,
  speciesProblems,
} from '../option-checks.ts';
import { ThreeError } from '../option-error.ts';
import { Relief } from '../sync/relief.ts';
import { TrailRecorder } from '../sync/trail-recorder.ts';
import { Ribbons } from './ribbons.ts';

/** What trails look like. */
export interface TrailsOptions {
  /** Name of the species that leaves trails. Default: all of them. */
  readonly species?: string;
  /** How long a trail is to be seen, s; above 0, at most 60. Default: 1.8. */
  readonly length?: number;
  /** Of the glow at the head of a trail, m; above 0. Default: four radii of the largest agent, or 0.5 where all are points. */
  readonly width?: number;
  /**
   * `'species'`, the color that the scenario gives each species, or white; `'speed'`, a scale from rest to full speed;
   * or one color for all. Default: `'species'`.
   */
  readonly color?: LightColor;
  /** The light falls with this power of the time that a trail has left; above 0, at most 16. Default: 2. */
  readonly fade?: number;
  /**
   * Pieces of all trails together, at most, from 1 to 1,000,000; the oldest make room, and the trails of very many
   * agents are shorter. An agent leaves one in each tick, and more where it is fast. Default: 65,536.
   */
  readonly maxSegments?: number;
}

const OPTIONS = ['species', 'length', 'width', 'color', 'fade', 'maxSegments'];
const MAX_SECONDS = 60;
const MAX_FADE = 16;
const MAX_SEGMENTS = 1_000_000;
/** Of the trails of agents that have no radius, m. */
const WIDTH_OF_POINTS = 0.5;
/** Distance between the joints of a trail, at most, in widths. */
const SPACING = 0.6;

/**
 * The ways that agents have flown, as lines that glow and fade. They are light: it adds up, fog swallows it, and
 * nothing casts a shadow.
 *
 * @throws ThreeError OPTION_INVALID
 */
export function createTrails(driver: Driver, options: TrailsOptions = {}): Trails {
  const problems = problemsOf(driver, options);
  if (problems.length > 0) throw new ThreeError(problems);
  return new Trails(driver, options);
}

/** Trails in a scene; they follow the agents by themselves, once the driver is updated. */
export class Trails extends Ribbons {
  readonly isTrails = true;
  readonly driver: Driver;
  readonly #recorder: TrailRecorder;
  readonly #fastest: number;
  readonly #unlisten: readonly (() => void)[];

  constructor(driver: Driver, options: TrailsOptions) {
    const { world } = driver;
    const { species, launchers } = world.scenario;
    const { length = 1.8, fade = 2, color = 'species', maxSegments = 65_536 } = options;
    const leaves = species.map(({ name }) => (options.species ?? name) === name);
    const drawn = species.filter((_, index) => leaves[index]);
    const widest = 4 * Math.max(...drawn.map(({ radius }) => radius));
    const width = options.width ?? (widest > 0 ? widest : WIDTH_OF_POINTS);
    const recorder = new TrailRecorder(world, {
      leaves,
      seconds: length,
      spacing: SPACING * width,
      maxSegments,
      relief: Relief.of(world),
    });
    const colors = species.map((one) => lightColorOf(one, color));
    super(recorder.ring, { colors, seconds: length, width, fade, lag: driver.lag });
    this.driver = driver;
    this.#recorder = recorder;
    const speeds = [
      ...drawn.map(({ maxSpeed }) => maxSpeed ?? 0),
      ...launchers.map((l) => l.speed),
    ];
    this.#fastest = color === 'speed' ? Math.max(...speeds) : 0;
    const onState = () => this.#follow();
    this.#unlisten = [
      driver.listen({ onState }),
      driver.team.on('event', (event) => {
        if (event.type !== 'orbit' && 'id' in event) {
          recorder.end(event.id, event.position, event.tick);
        }
      }),
    ];
    void driver.whenIdle(onState);
  }

  /** Frees what the graphics card holds of this object. */
  override dispose(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.removeFromParent();
    super.dispose();
  }

  #follow(): void {
    this.#recorder.copyFrom(this.driver.world);
    this.update(this.#recorder.seconds, this.#fastest);
  }
}

function problemsOf(driver: Driver, options: TrailsOptions): Problem[] {
  const problems = frameProblems(driver, options);
  if (problems.length > 0) return problems;
  return [
    ...nameProblems(options, OPTIONS),
    ...speciesProblems(driver.world.scenario.species, options.species),
    ...sizeProblems('$.length', options.length, MAX_SECONDS),
    ...sizeProblems('$.width', options.width),
    ...colorProblems(options.color),
    ...sizeProblems('$.fade', options.fade, MAX_FADE),
    ...countProblems(options.maxSegments),
  ];
}

function countProblems(value: unknown): Problem[] {
  if (value === undefined) return [];
  if (Number.isInteger(value) && sizeProblems('', value, MAX_SEGMENTS).length === 0) return [];
  const expected = `an integer from 1 to ${MAX_SEGMENTS.toLocaleString('en')}`;
  return [{ path: '$.maxSegments', found: show(value), expected }];
}
