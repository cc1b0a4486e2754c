import { COMMANDS } from '../../../src/commands/index.ts';
import type { CommandType } from '../../../src/commands/records.ts';
import type { Draws, Input } from './draws.ts';
import type { Ground } from './ground.ts';
import { obstacleOf } from './obstacles.ts';

/** Ticks in which commands come. */
export const TICKS = 12;

/** What commands refer to: a scenario before it has any. */
export interface Commanded extends Input {
  readonly species: readonly (Input & { name: string; count: number; behaviors: Input[] })[];
  readonly targets: readonly { name: string }[];
  readonly launchers: readonly { name: string }[];
  readonly ground?: { links?: readonly { name: string }[]; areas?: readonly { name: string }[] };
}

const KINDS = Object.keys(COMMANDS) as CommandType[];

/**
 * A command of any kind. It may name agents that are not alive any more, or an obstacle that does not exist: then it
 * is refused, or has no effect.
 */
export function commandOf(draws: Draws, scene: Commanded, ground: Ground): Input {
  const { species, targets, launchers } = scene;
  const { place3, velocity3, min, max, dimensions } = ground;
  const input = draws.pick(species);
  const rooms = species.map(({ count, capacity }) => (capacity as number | undefined) ?? count);
  const agents = rooms.reduce((sum, room) => sum + room, 0);
  const id = (): number => draws.below(agents);
  const ids = draws.times(1 + draws.below(4), id);
  const box = (): Input => {
    const at = draws.times(2, place3);
    return {
      min: at[0].map((v, axis) => Math.min(v, at[1][axis])),
      max: at[0].map((v, axis) => Math.max(v, at[1][axis])),
    };
  };
  const region = (): Input =>
    draws.pick([
      () => ({ sphere: { center: place3(), radius: draws.real(0, 9) } }),
      () => ({ box: box() }),
    ])();
  const chosen = (): Input & { ids?: number[] } =>
    draws.pick([
      () => ({ ids }),
      () => ({ species: input.name }),
      () => ({ species: input.name, ...region() }),
      region,
    ])();
  /** One value for all, or one for each id. */
  const values = (of: Input & { ids?: number[] }, single: string, make: () => number[]): Input => {
    if (of.ids === undefined || draws.chance(0.5)) return { [single]: make() };
    const plural = single === 'velocity' ? 'velocities' : `${single}s`;
    return { [plural]: of.ids.flatMap(make) };
  };
  const type = draws.pick(KINDS.filter((kind) => isPossible(kind, scene)));
  const make: Record<CommandType, () => Input> = {
    fire: () => ({
      launcher: launchers.length === 0 ? 'none' : draws.pick(launchers).name,
      count: 1 + draws.below(4),
      ...draws.maybe(0.3, () => ({ angle: draws.real(0, 3) })),
    }),
    move: () => ({
      target: targets.length === 0 ? 'none' : draws.pick(targets).name,
      position: place3(),
    }),
    cells: () => ({ ...box(), cost: draws.pick(['wall', 'wall', 1, 7]) }),
    link: () => ({
      link: draws.pick(scene.ground?.links ?? [{ name: 'none' }]).name,
      open: draws.chance(0.5),
    }),
    area: () => ({
      area: draws.pick(scene.ground?.areas ?? [{ name: 'none' }]).name,
      cost: draws.real(0.1, 9),
      ...draws.maybe(0.5, () => ({ species: input.name })),
    }),
    set: () => settingOf(draws, input),
    remove: () => chosen(),
    place: () => {
      const of = chosen();
      const [moves, speeds] = draws.pick([
        [true, false],
        [false, true],
        [true, true],
      ]);
      return {
        ...of,
        ...(moves && values(of, 'position', place3)),
        ...(speeds && values(of, 'velocity', () => velocity3(4))),
      };
    },
    go: () => {
      const of = chosen();
      return { ...of, ...values(of, 'position', place3) };
    },
    obstacle: () => {
      const name = `o${draws.below(4)}`;
      return draws.pick([
        () => ({ do: 'add', name, obstacle: obstacleOf(draws, undefined, ground) }),
        () => ({ do: 'move', name, position: place3(), velocity: velocity3(3) }),
        () => ({
          ...{ do: 'turn', name },
          angularVelocity: dimensions === 2 ? [0, 0, draws.real(-3, 3)] : [1, draws.real(-3, 3), 0],
        }),
        () => ({ do: 'remove', name }),
      ])();
    },
    spawn: () => ({
      species: input.name,
      count: 1 + draws.below(4),
      ...draws.pick([
        () => ({ position: place3() }),
        () => ({
          sphere: {
            center: min.map((low, axis) =>
              dimensions === 2 && axis === 2 ? 0 : (low + max[axis]) / 2,
            ),
            radius: draws.real(0, 2),
          },
        }),
        () => ({ box: box() }),
      ])(),
      ...draws.maybe(0.5, () => ({ velocity: velocity3(4) })),
      ...draws.maybe(0.3, () => ({ goal: place3() })),
      ...draws.maybe(0.3, () => ({ columns: { energy: draws.real(-50, 50) } })),
    }),
    write: () => {
      const of = chosen();
      return {
        ...of,
        ...draws.pick([
          { column: 'energy', value: draws.real(-50, 50) },
          { column: 'mood', value: draws.below(4_000_000_000) },
          { column: 'wind', value: [draws.real(-9, 9), 0, draws.real(-9, 9)] },
        ]),
      };
    },
    assign: () => ({
      ...chosen(),
      ...draws.pick([
        () => ({ target: targets.length === 0 ? 'none' : draws.pick(targets).name }),
        () => ({ quarry: id() }),
        () => ({ clear: true }),
      ])(),
    }),
  };
  return { type, ...make[type]() };
}

/** Whether a scenario has what a kind of command needs, as far as it is easily seen. */
function isPossible(type: CommandType, scene: Commanded): boolean {
  const behaviors = scene.species.flatMap((species) => species.behaviors);
  const needed: Partial<Record<CommandType, boolean>> = {
    fire: scene.launchers.length > 0,
    move: scene.targets.length > 0,
    cells: scene.map !== undefined,
    go: scene.species.some(({ goals }) => goals !== undefined),
    obstacle: scene.obstacleCapacity !== undefined,
    link: (scene.ground?.links ?? []).length > 0,
    area: (scene.ground?.areas ?? []).length > 0,
    assign: behaviors.some(({ assignable }) => assignable === true),
  };
  return needed[type] ?? true;
}

function settingOf(draws: Draws, { name, behaviors }: Commanded['species'][number]): Input {
  const own = [
    { parameter: 'mass', value: draws.real(0.5, 5) },
    { parameter: 'damping', value: draws.real(0, 2) },
    { parameter: 'maxForce', value: draws.real(0, 40) },
    { parameter: 'maxSpeed', value: draws.real(0, 9) },
    { parameter: 'radius', value: draws.real(0, 1) },
    { parameter: 'lifetime', value: draws.real(0.1, 1) },
  ];
  const behavior = draws.below(behaviors.length);
  const numbers = Object.entries(behaviors[behavior] ?? {}).filter(
    ([, value]) => typeof value === 'number',
  );
  if (numbers.length === 0 || draws.chance(0.5)) return { species: name, ...draws.pick(own) };
  const [parameter, value] = draws.pick(numbers);
  const factor = draws.pick([0, 0.5, 2, -1]);
  return { species: name, behavior, parameter, value: factor * (value as number) };
}
