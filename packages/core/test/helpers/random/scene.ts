import { type Commanded, commandOf, TICKS } from './commands.ts';
import { Draws, type Input } from './draws.ts';
import { type Ground, groundOf, type Torus } from './ground.ts';
import { lawOf } from './laws.ts';
import type { Names } from './names.ts';
import { obstacleOf } from './obstacles.ts';
import { withoutRefused } from './refused.ts';
import { speciesOf } from './species.ts';

/** A command from outside, and the tick at which a host gives it. */
export interface Given {
  readonly tick: number;
  readonly command: Input;
}

/** A random world, as plain JSON: its scenario, and the commands that a host gives it. */
export interface RandomWorld {
  readonly scenario: Input;
  readonly given: readonly Given[];
  /** For everything that must not matter: workers, cuts, ticks that are done again, when it is saved. */
  readonly order: number;
}

/** The random world of a seed: a small one, so that everything in it meets in a dozen ticks. */
export function randomWorld(seed: number, torus?: Torus): RandomWorld {
  const draws = new Draws(seed);
  const dt = draws.pick([1 / 60, 1 / 60, 1 / 30, 0.1, 1]);
  const ground = groundOf(draws, dt, torus);
  const bare = sceneOf(draws, ground, dt, torus?.agents);
  const commands = draws.times(draws.pick([0, 2, 6, 16]), () => ({
    tick: draws.below(TICKS),
    ...commandOf(draws, bare, ground),
  }));
  const { input } = withoutRefused({ ...bare, commands });
  const given = draws.times(draws.pick([0, 2, 6, 16]), () => ({
    tick: draws.below(TICKS),
    command: commandOf(draws, input as Commanded, ground),
  }));
  given.sort((a, b) => a.tick - b.tick);
  const order = draws.below(2 ** 31);
  const display = draws.maybe(0.3, () => ({ display: displayOf(draws, input as Commanded) }));
  return { scenario: { ...input, ...display }, given, order };
}

/** A scenario without commands, as plain input. Some of its parts may be refused. */
function sceneOf(draws: Draws, ground: Ground, dt: number, agents?: number): Commanded {
  const laws = draws.times(draws.pick([0, 1, 1, 2]), (k) => lawOf(draws, `law${k}`, ground));
  const { place, place3 } = ground;
  const names: Names = {
    targets: ['t0', 't1', 't2'].slice(0, draws.below(4)),
    species: ['s0', 's1', 's2'].slice(0, 1 + draws.below(3)),
    paths: ['way', 'loop'],
    regions: ['door', 'pond'].slice(0, draws.below(3)),
    laws,
  };
  const paths = names.paths.map((name) => ({
    ...{ name, closed: name === 'loop' },
    // Long paths are searched in stretches.
    points: draws.times(draws.pick([2, 3, 4, 40]), place),
  }));
  const species = names.species.map((name) => speciesOf(draws, name, names, ground, agents));
  const pools = species.filter(({ spawn }) => (spawn as Input).type === 'pool');
  const launchers = names.targets.length === 0 ? [] : pools;
  return {
    name: 'random',
    seed: draws.below(0xffffffff),
    dt,
    ...ground.input,
    laws,
    species,
    paths,
    targets: names.targets.map((name) => targetOf(draws, name, ground)),
    regions: names.regions.map((name, k) =>
      k === 0
        ? {
            name,
            type: 'box',
            min: ground.min.slice(0, ground.dimensions),
            max: upper(place3(), ground),
          }
        : { name, type: 'sphere', center: place(), radius: draws.real(0, 6) },
    ),
    obstacles: draws.times(draws.pick([0, 0, 1, 3]), (k) => obstacleOf(draws, `o${k}`, ground)),
    ...draws.maybe(0.7, () => ({ obstacleCapacity: 3 })),
    particles: { capacity: draws.pick([1, 16, 200]) },
    launchers: launchers.map(({ name }, k) => ({
      ...{ name: `l${k}`, species: name, speed: draws.real(0, 25) },
      target: draws.pick(names.targets),
      position: ground.openPlace(),
    })),
  } as unknown as Commanded;

  function targetOf(draws: Draws, name: string, { dimensions }: Ground): Input {
    const motion = draws.pick([
      undefined,
      {
        type: 'orbit',
        center: place(),
        ...(dimensions === 3 && { axis: [1, -2, 3] }),
        rate: draws.real(-2, 2),
      },
      { type: 'path', path: 'way', speed: draws.real(0, 9) },
      { type: 'wander', speed: 1 },
    ]);
    return {
      ...{ name, position: motion?.type === 'path' ? paths[0].points[0] : ground.openPlace() },
      ...(motion !== undefined && motion.type !== 'wander' && { motion }),
      ...draws.maybe(0.5, () => ({ radius: draws.real(0.1, 2), impact: draws.real(0, 1) })),
      ...draws.maybe(0.5, () => ({ stiffness: draws.real(0, 20), damping: draws.real(0, 1) })),
    };
  }
}

/** What viewers show of a scenario. It must not matter. */
function displayOf(draws: Draws, { species }: Commanded): Input {
  const names = species.map(({ name }) => name);
  const of = draws.times(1 + draws.below(3), () => {
    return { species: draws.pick(names), parameter: draws.pick(['mass', 'radius']) };
  });
  const measure = draws.pick(['speed', 'milling', `${draws.pick(names)}.alive`, 'count(speed,0)']);
  return {
    ...draws.maybe(0.5, () => ({ question: 'Does it matter?', group: 'think' })),
    ...draws.maybe(0.5, () => ({
      controls: [{ type: 'slider', label: 'Size', of, min: 0.5, max: draws.real(1, 3) }],
    })),
    ...draws.maybe(0.3, () => ({ camera: { from: draws.times(3, () => draws.real(1, 2)) } })),
    ...draws.maybe(0.5, () => ({ color: { by: draws.pick(['species', 'heading', 'cell']) } })),
    ...draws.maybe(0.5, () => ({
      plot: {
        ...{ title: 'It', y: '1', lines: [{ label: 'a', measure }] },
        ...draws.maybe(0.3, () => ({ over: { label: 'size', of: of[0] } })),
      },
    })),
  };
}

function upper(at: readonly number[], { min, dimensions }: Ground): number[] {
  return at.slice(0, dimensions).map((v, axis) => Math.max(v, min[axis] + 1));
}
