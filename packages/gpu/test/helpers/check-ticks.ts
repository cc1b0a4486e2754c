import {
  createWorld,
  parseScenario,
  type Scenario,
  stateHash,
  takeEvents,
  tick,
} from '@skein/core';
import { expect } from 'vitest';
import type { Layer } from '../../src/arithmetic.ts';
import type { Device } from '../../src/device.ts';
import { GpuStepper } from '../../src/tick/stepper.ts';

const box = { type: 'box', min: [-9, -9, -9], max: [9, 9, 9], velocity: { speed: 2 } } as const;

/** Two layers of the grid, priorities, a field of view, a target that moves, and hunters that turn slowly. */
export const chase = parseScenario({
  name: 'chase',
  seed: 3,
  bounds: { type: 'wrap', min: [-20, -20, -20], max: [20, 20, 20] },
  targets: [
    { name: 'lure', position: [3, 0, 0], motion: { type: 'orbit', center: [0, 0], rate: 0.15 } },
  ],
  species: [
    {
      ...{
        name: 'prey',
        count: 150,
        maxSpeed: 5,
        minSpeed: 1,
        maxForce: 20,
        turnRate: 2,
        spawn: box,
      },
      behaviors: [
        { type: 'evade', quarry: 'hunter', sight: 8 },
        { type: 'cohesion', radius: 3 },
        { type: 'separation', radius: 2 },
        { type: 'seek', target: 'lure', weight: 0.1 },
      ],
    },
    {
      ...{ name: 'hunter', count: 5, maxSpeed: 8, maxForce: 9, turnRate: 1, spawn: box },
      compose: 'priority',
      behaviors: [
        { type: 'separation', radius: 7 },
        { type: 'pursue', quarry: 'prey' },
      ],
    },
  ],
});

/** Checks that the card steps a world as both kernels of the CPU do. Returns the number of ticks that it left to it. */
export async function checkTicks(
  device: Device,
  layer: Layer,
  scenario: Scenario,
  ticks: number,
  act: (world: ReturnType<typeof createWorld>) => void = () => {},
): Promise<number> {
  const [world, alone, plain] = [
    createWorld(scenario),
    createWorld(scenario),
    createWorld(scenario, { kernel: 'ts' }),
  ];
  for (const one of [world, alone, plain]) act(one);
  const stepper = await GpuStepper.create(world, device, layer);
  const { hashes, onCpu } = await stepper.run(ticks);
  stepper.close();
  const expected = Array.from({ length: ticks }, () => {
    tick(alone);
    return stateHash(alone);
  });
  expect(hashes).toEqual(expected);
  expect(stateHash(world)).toBe(expected.at(-1));
  tick(plain, ticks);
  expect(stateHash(plain)).toBe(expected.at(-1));
  expect(takeEvents(world)).toEqual(takeEvents(alone));
  // Nothing is missing from what the card has left.
  for (const one of [world, alone]) tick(one, 2);
  expect(stateHash(world)).toBe(stateHash(alone));
  return onCpu;
}
