import fc from 'fast-check';
import { SPECIES_PARAMETERS } from '../../src/scenario/schema.ts';

/** Any valid scenario of up to some 200 agents, as plain input; small ranges, so that things meet. */
export const scenarios: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    seed: fc.integer({ min: 0, max: 0xffffffff }),
    dt: fc.constantFrom(1 / 120, 1 / 60, 1 / 30, 0.1, 1),
    dimensions: fc.constantFrom(2, 3),
    bounds: fc.constantFrom('open', 'wrap', 'contain'),
    edges: fc.tuple(size(), size(), size()),
    min: fc.tuple(place(), place(), place()),
    targets: fc.integer({ min: 0, max: 3 }),
    obstacles: fc.integer({ min: 0, max: 3 }),
    species: fc.array(speciesDraft(), { minLength: 1, maxLength: 3 }),
    commands: fc.array(commandDraft(), { maxLength: 8 }),
    shares: fc.array(share(), { minLength: 40, maxLength: 40 }),
  })
  .map(assemble);

function real(min: number, max: number): fc.Arbitrary<number> {
  return fc.double({ min, max, noNaN: true });
}

function share(): fc.Arbitrary<number> {
  return real(0, 1);
}

function size(): fc.Arbitrary<number> {
  return real(4, 40);
}

function place(): fc.Arbitrary<number> {
  return fc.constantFrom(0, -20, 7, -1000.5);
}

function speciesDraft() {
  return fc.record({
    count: fc.integer({ min: 1, max: 70 }),
    spawn: fc.constantFrom('box', 'sphere', 'points', 'pool'),
    speed: real(0, 20),
    mass: fc.constantFrom(0.5, 1, 20),
    radius: fc.constantFrom(0, 0.3, 2),
    maxSpeed: fc.option(real(0.5, 15), { nil: undefined }),
    slowest: share(),
    maxForce: fc.option(real(0, 50), { nil: undefined }),
    damping: fc.constantFrom(0, 0.1, 0.9),
    lifetime: fc.option(real(0.02, 2), { nil: undefined }),
    behaviors: fc.array(
      fc.record({
        type: fc.constantFrom(
          ...['cohesion', 'alignment', 'separation', 'avoidance', 'containment'],
          ...['seek', 'arrive', 'wander', 'homing'],
        ),
        reach: share(),
        cosine: fc.constantFrom(-1, -0.5, 0.3),
        weight: real(0, 20),
        turn: fc.constantFrom('rotate', 'add'),
        target: fc.nat(),
      }),
      { maxLength: 5 },
    ),
  });
}

function commandDraft() {
  return fc.record({
    tick: fc.integer({ min: 0, max: 12 }),
    type: fc.constantFrom('fire', 'move', 'set'),
    which: fc.nat(),
    share: share(),
  });
}

type Draft = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

// biome-ignore lint/suspicious/noExplicitAny: drafts are plain input, checked by parseScenario.
function assemble(draft: any): Draft {
  const { seed, dt, dimensions, min, edges, shares } = draft;
  const max = min.map((low: number, axis: number) => low + edges[axis]);
  const at = (k: number): number[] =>
    min.map((low: number, axis: number) => low + shares[(3 * k + axis) % 40] * edges[axis] * 0.999);
  const shortest = Math.min(...edges.slice(0, dimensions));
  const targets = Array.from({ length: draft.targets }, (_, k) => ({
    name: `t${k}`,
    position: at(k),
    radius: 0.2 + shares[k],
    stiffness: 20 * shares[k + 1],
    damping: shares[k + 2],
    impact: shares[k + 3],
  }));
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const species = draft.species.map((one: any, index: number) => {
    const { count, speed, behaviors, slowest, spawn: kind, ...rest } = one;
    const velocity = { speed };
    const spawns: Record<string, unknown> = {
      box: { type: 'box', min, max, velocity },
      sphere: {
        type: 'sphere',
        center: min.map((low: number, axis: number) => low + edges[axis] / 2),
        radius: 0.49 * shortest,
        velocity,
      },
      points: { type: 'points', positions: Array.from({ length: count }, (_, k) => at(k)) },
      pool: { type: 'pool' },
    };
    if (dimensions === 3) (spawns.sphere as { radius: number }).radius = 0.49 * Math.min(...edges);
    return {
      name: `s${index}`,
      count,
      spawn: spawns[kind],
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...(one.maxSpeed !== undefined && { minSpeed: slowest * one.maxSpeed }),
      behaviors: behaviors.flatMap((b: Record<string, unknown>) =>
        behaviorOf(b, one, targets, draft.bounds, shortest),
      ),
    };
  });
  const pools = species.filter((one: { spawn: { type: string } }) => one.spawn.type === 'pool');
  const launchers =
    targets.length === 0
      ? []
      : pools.map((one: { name: string }, k: number) => ({
          name: `l${k}`,
          species: one.name,
          target: targets[k % targets.length].name,
          position: at(k + 5),
          speed: 5 + 20 * shares[k],
        }));
  return {
    name: 'random',
    seed,
    dt,
    dimensions,
    bounds: draft.bounds === 'open' ? { type: 'open' } : { type: draft.bounds, min, max },
    species,
    targets,
    obstacles: Array.from({ length: draft.obstacles }, (_, k) => ({
      type: 'sphere',
      center: at(k + 9),
      radius: 0.5 + 2 * shares[k],
    })),
    launchers,
    commands: draft.commands.flatMap((c: Record<string, number | string>) =>
      commandOf(c, species, targets, launchers, at),
    ),
  };
}

function behaviorOf(
  draft: Record<string, unknown>,
  species: { maxSpeed: number | undefined },
  targets: readonly { name: string }[],
  bounds: string,
  shortest: number,
): Record<string, unknown>[] {
  const { type, reach, cosine, weight, turn, target } = draft;
  const aim = { target: targets[(target as number) % targets.length]?.name };
  switch (type) {
    case 'cohesion':
    case 'alignment':
    case 'separation':
      return [
        { type, weight, cosine, radius: Math.max(0.1, ((reach as number) * shortest) / 3.1) },
      ];
    case 'avoidance':
    case 'wander':
      return [{ type, weight }];
    case 'containment':
      return bounds === 'open' ? [] : [{ type, weight }];
    case 'homing':
      return targets.length === 0
        ? []
        : [{ type, turn, ...aim, speed: 1 + 20 * (reach as number), curvatureRadius: 5 }];
    default:
      return targets.length === 0 || species.maxSpeed === undefined ? [] : [{ type, ...aim }];
  }
}

function commandOf(
  draft: Record<string, number | string>,
  species: readonly { name: string; count: number; lifetime?: number }[],
  targets: readonly { name: string }[],
  launchers: readonly { name: string; species: string }[],
  at: (k: number) => number[],
): Record<string, unknown>[] {
  const { tick, type } = draft;
  const which = draft.which as number;
  const share = draft.share as number;
  if (type === 'fire') {
    const launcher = launchers[which % launchers.length];
    if (launcher === undefined) return [];
    const pool = species.find((one) => one.name === launcher.species);
    const count = 1 + Math.floor(share * ((pool?.count ?? 1) - 1));
    return [{ tick, type, launcher: launcher.name, count }];
  }
  if (type === 'move') {
    const target = targets[which % targets.length];
    return target === undefined
      ? []
      : [{ tick, type, target: target.name, position: at(which % 7) }];
  }
  const one = species[which % species.length];
  const settable = SPECIES_PARAMETERS.filter(
    (p) =>
      ['mass', 'damping', 'maxForce'].includes(p.name) || (p.name === 'lifetime' && one.lifetime),
  );
  const { name } = settable[which % settable.length];
  const value = name === 'mass' ? 0.5 + share : share;
  return [{ tick, type: 'set', species: one.name, parameter: name, value: Math.max(value, 0.02) }];
}
