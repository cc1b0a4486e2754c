import * as z from 'zod/mini';
import { show } from '../errors.ts';
import { checkObstacle, checkRotation } from '../scenario/obstacles/check-obstacle.ts';
import {
  encodeObstacle,
  nameHash,
  quaternionOf,
  spinOf,
  velocityOf,
} from '../scenario/obstacles/encode.ts';
import { obstacleSchema } from '../scenario/obstacles/index.ts';
import { angularVelocity, rotation, velocity } from '../scenario/obstacles/keys.ts';
import { name, vector } from '../schema/quantities.ts';
import { flat } from '../world/points.ts';
import { defineCommand } from './define-command.ts';
import { OBSTACLE_DEED, packWords } from './records.ts';

const DEEDS = ['add', 'move', 'turn', 'remove'] as const;

const obstacleCommandSchema = z.strictObject({
  type: z.literal('obstacle'),
  do: z.enum(DEEDS),
  name,
  obstacle: z.optional(obstacleSchema),
  position: z.optional(vector),
  velocity: z.optional(velocity),
  rotation: z.optional(rotation),
  angularVelocity: z.optional(angularVelocity),
});

type ObstacleCommand = z.output<typeof obstacleCommandSchema>;
type Key = 'obstacle' | 'position' | 'velocity' | 'rotation' | 'angularVelocity';

/** The keys that each action of the command (`do`) allows. */
const KEYS: Readonly<Record<ObstacleCommand['do'], readonly Key[]>> = {
  add: ['obstacle'],
  move: ['position', 'velocity'],
  turn: ['rotation', 'angularVelocity'],
  remove: [],
};
const ALL_KEYS = Object.values(KEYS).flat();

/** The command `obstacle`. `values` has the numbers of the action, such as a position. */
export const obstacle = defineCommand({
  schema: obstacleCommandSchema,

  check(command, { obstacleCapacity, dimensions }, report) {
    if (obstacleCapacity === undefined) {
      report(
        '',
        'a scenario without "obstacleCapacity"',
        'a scenario with "obstacleCapacity", because this command changes obstacles',
      );
    }
    for (const key of ALL_KEYS) {
      if (command[key] === undefined || KEYS[command.do].includes(key)) continue;
      report(
        `.${key}`,
        `a key that is not allowed with "do": "${command.do}"`,
        listOf(KEYS[command.do]),
      );
    }
    if (command.do === 'move' && command.position === undefined) {
      report('.position', 'nothing', 'a position');
    }
    if (command.do === 'turn') {
      const { rotation, angularVelocity } = command;
      if (rotation !== undefined) checkRotation(rotation, dimensions, '.rotation', report);
      else if (angularVelocity === undefined) {
        report('', 'neither "rotation" nor "angularVelocity"', 'one of them, or both');
      }
    }
    if (command.do !== 'add') return;
    const added = command.obstacle;
    if (added === undefined) {
      report('.obstacle', 'nothing', 'an obstacle');
      return;
    }
    checkObstacle(added, dimensions, (key, ...rest) => report(`.obstacle${key}`, ...rest));
    if (added.motion !== undefined) {
      report(
        '.obstacle.motion',
        'a motion',
        'a velocity, because only obstacles of the scenario can have a motion',
      );
    }
    if (added.name !== undefined && added.name !== command.name) {
      report(
        '.obstacle.name',
        show(added.name),
        `${show(command.name)}, as in the command, or no name`,
      );
    }
  },

  encode(command, { dimensions }) {
    const [low, high] = nameHash(command.name);
    const placesOf = (detail: number): number[] =>
      packWords('obstacle', { deed: OBSTACLE_DEED[command.do], detail, low, high });
    const { obstacle, position, velocity, rotation, angularVelocity } = command;
    if (command.do === 'add') {
      const { places, values } = encodeObstacle(obstacle!, dimensions);
      return { places: placesOf(places[0]), values };
    }
    if (command.do === 'move') {
      const values = [...flat(position!, dimensions), ...velocityOf(velocity, dimensions)];
      return { places: placesOf(0), values };
    }
    if (command.do === 'remove') return { places: placesOf(0), values: [] };
    const values = [...quaternionOf(rotation ?? 0), ...spinOf(angularVelocity, dimensions)];
    return { places: placesOf(rotation === undefined ? 0 : 1), values };
  },
});

function listOf(keys: readonly Key[]): string {
  return keys.length === 0 ? 'only the name' : `only the name, ${keys.join(', ')}`;
}
