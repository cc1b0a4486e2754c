import { nameHash } from '../scenario/obstacles/encode.ts';
import { NO_OBSTACLE } from './obstacle-kinds.ts';
import { innerOf, type World } from './public-world.ts';
import { refresh } from './world.ts';

/** Returns the names of the obstacles that exist now, by row. Obstacles without a name are left out. */
export function obstacleNames(world: World): ReadonlyMap<number, string> {
  const inner = innerOf(world);
  refresh(inner);
  const { front, scenario, log } = inner;
  const byHash = new Map<string, string>();
  const know = (name: string | undefined): void => {
    if (name !== undefined) byHash.set(nameHash(name).join(), name);
  };
  for (const { name } of scenario.obstacles) know(name);
  for (const command of [...scenario.commands, ...log]) {
    if (command.type === 'obstacle' && command.do === 'add') know(command.name);
  }
  const names = new Map<number, string>();
  for (let row = 0; row < front.obstacleKind.length; row++) {
    if (front.obstacleKind[row] === NO_OBSTACLE) continue;
    const name = byHash.get([...front.obstacleName.subarray(2 * row, 2 * row + 2)].join());
    if (name !== undefined) names.set(row, name);
  }
  return names;
}
