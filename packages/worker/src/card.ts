import type { World } from '@skein/core';
import { endOfRun, type InnerWorld, isToEnd, recordTicks } from '@skein/core/internal';
import type { Device, GpuStepper, Layer } from '@skein/gpu';
import type { CardReport } from './api.ts';
import type { Clock } from './clock.ts';

/** How long the card steps before the others see the state, in ms. */
const SLICE_MS = 200;

/** Returns the WebGPU of a host, if it has one. */
export type FindGpu = () => Promise<GPU | undefined>;

interface OpenCard {
  readonly device: Device;
  readonly layer: Layer;
}

/** The open cards of hosts. All teams share them, because it takes seconds to open, test and compile for them. */
const open = new Map<FindGpu | undefined, Promise<OpenCard>>();

/** Tests the graphics card of a host. @throws GpuError GPU_MISSING, GPU_INEXACT, GPU_CODE, GPU_LOST */
export async function inspectCard(find: FindGpu): Promise<CardReport> {
  const { device, layer } = await openCard(find);
  return { adapter: device.adapter, layer };
}

function openCard(find: FindGpu | undefined): Promise<OpenCard> {
  const found = open.get(find) ?? testedCard(find);
  open.set(find, found);
  const forget = () => {
    if (open.get(find) === found) open.delete(find);
  };
  found.then(({ device }) => device.device.lost.then(forget), forget);
  return found;
}

/** Loads @skein/gpu, opens a device, and chooses its layer. */
async function testedCard(find: FindGpu | undefined): Promise<OpenCard> {
  const { chooseLayer, Device } = await import('@skein/gpu');
  const device = await Device.open(await find?.());
  try {
    return { device, layer: await chooseLayer(device) };
  } catch (error) {
    device.close();
    throw error;
  }
}

/** The graphics card of a team. In each segment of a run, it steps first, and the workers do what it leaves. */
export class Card {
  readonly #world: InnerWorld;
  readonly #stepper: GpuStepper;
  readonly #clock: Clock;

  private constructor(world: InnerWorld, stepper: GpuStepper, clock: Clock) {
    this.#world = world;
    this.#stepper = stepper;
    this.#clock = clock;
  }

  /** Compiles the code for a world, if another team has not. @throws GpuError */
  static async open(
    host: World,
    world: InnerWorld,
    find: FindGpu | undefined,
    clock: Clock,
  ): Promise<Card> {
    const { device, layer } = await openCard(find);
    const { GpuStepper } = await import('@skein/gpu');
    return new Card(world, await GpuStepper.create(host, device, layer), clock);
  }

  /** What to draw from. */
  get stepper(): GpuStepper {
    return this.#stepper;
  }

  /** Why the card no longer steps the world; undefined if it does. */
  get lost(): string | undefined {
    return this.#stepper.lost;
  }

  /**
   * Steps toward the end of the run, which must have been prepared. If workers have nothing to do, the state stays on the
   * card. If the device is lost, the world is at the state that its memory has.
   *
   * @returns the tick up to which workers must step: the present one if the card can continue
   * @throws GpuError GPU_DIFFERS
   */
  async step(): Promise<number> {
    const world = this.#world;
    const begun = this.#clock.now();
    const isOver = (): boolean => this.#clock.now() - begun >= SLICE_MS || isToEnd(world);
    while (world.tick < endOfRun(world) && !isOver()) {
      const from = this.#clock.now();
      const ticks = endOfRun(world) - world.tick;
      const { hashes, needsCpu } = await this.#stepper.stretch(ticks, undefined, isOver);
      if (hashes.length > 0) {
        recordTicks(world, hashes, (this.#clock.now() - from) / hashes.length);
      }
      if (needsCpu) await this.take();
      if (this.lost !== undefined) return endOfRun(world);
      if (needsCpu) return world.tick + 1;
    }
    return world.tick;
  }

  /** Brings the memory of the world up to date. If the device is lost, the world is at the state that its memory has. */
  take(): Promise<void> {
    return this.#stepper.take();
  }

  /** Frees the memory on the card. A step in progress then ends. */
  close(): void {
    this.#stepper.close();
  }
}
