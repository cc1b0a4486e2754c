// What server and clients must agree on: the world, and who may give which command.
import { createWorld, parseScenario } from '@skein/core';

/** @import { CommandInput } from '@skein/core' */

/** How many ticks a client may predict: one second. */
export const WINDOW = 30;

/** The sides. Guest 1 leads the first one, guest 2 the second, and so on. */
export const SIDES = [
  { name: 'coral', color: '#ff7a66', center: [18, 14] },
  { name: 'azure', color: '#56b4f2', center: [102, 66] },
  { name: 'lime', color: '#8fd46a', center: [18, 66] },
  { name: 'amber', color: '#ffc44d', center: [102, 14] },
];

const scenario = parseScenario({
  name: 'battle',
  seed: 500,
  dimensions: 2,
  dt: 1 / 30,
  bounds: { type: 'contain', min: [0, 0], max: [120, 80] },
  obstacles: [
    { type: 'sphere', center: [46, 47], radius: 7 },
    { type: 'sphere', center: [75, 32], radius: 6 },
  ],
  species: SIDES.map(({ name, color, center: [x, y] }) => ({
    name,
    color,
    count: 125,
    radius: 0.45,
    maxSpeed: 8,
    spawn: { type: 'box', min: [x - 14, y - 10], max: [x + 14, y + 10] },
    // They stand where they start until they are sent somewhere.
    goals: { type: 'mirror', center: [x, y] },
    behaviors: [
      { type: 'goal', weight: 8 },
      { type: 'orca', radius: 4, margin: 0.15, timeHorizon: 1.2 },
    ],
  })),
});

/** A world at tick 0. Only one with a history can go back, as clients that predict do. */
export function newWorld(history = 0) {
  return createWorld(scenario, { history });
}

/** @param {number} guest */
export function sideOf(guest) {
  return SIDES[(guest - 1) % SIDES.length];
}

/**
 * Why a guest may not give a command; undefined if it may. It sees what the client has sent, so it names what is allowed.
 *
 * @param {CommandInput} command
 * @param {number} guest
 */
export function whyNot(command, guest) {
  const { type, species, ...rest } = /** @type {Record<string, unknown>} */ (command);
  const isGo = type === 'go' && Object.keys(rest).join() === 'position';
  if (isGo && species === sideOf(guest).name) return undefined;
  return `Guest ${guest} only sends its own side somewhere.`;
}

/**
 * Orders for the sides that no guest leads, so that a single player sees others move.
 *
 * @param {readonly number[]} guests
 * @returns {CommandInput | undefined}
 */
export function orderOfServer(guests) {
  const led = new Set(guests.map(sideOf));
  const free = SIDES.filter((side) => !led.has(side));
  if (free.length === 0) return undefined;
  const { name } = free[Math.floor(Math.random() * free.length)];
  const position = [10 + 100 * Math.random(), 10 + 60 * Math.random()];
  return { type: 'go', species: name, position };
}
