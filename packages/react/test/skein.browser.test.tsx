import { createWorld, parseScenario, ScenarioError, type WorldEvent } from '@skein/core';
import { Activity, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import type { Object3D } from 'three';
import { expect, it, vi } from 'vitest';
import crossing from '../../../scenarios/crossing.json';
import { long, someOf } from '../../core/test/helpers/long.ts';
import { watchWorkers } from '../../three/test/leaks.ts';
import {
  Agents,
  Particles,
  PropsError,
  type RunningWorld,
  Skein,
  type SkeinProps,
  Trails,
  useSkein,
  useSkeinEvent,
} from '../src/index.ts';
import { mount } from './mount.tsx';
import { flock } from './scene.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };
const until = (condition: () => unknown) =>
  expect.poll(() => Boolean(condition()), PATIENCE).toBe(true);

/** Collects the result of `useSkein` in each render. */
function Probe({ found }: { readonly found: RunningWorld[] }): null {
  found.push(useSkein());
  return null;
}

function Mark({ onShow, onEnd }: { onShow?: () => void; onEnd?: () => void }): null {
  useEffect(() => {
    onShow?.();
    return onEnd;
  }, [onShow, onEnd]);
  return null;
}

function Listener(): null {
  useSkeinEvent('born', () => {});
  return null;
}

interface Log {
  readonly told: string[];
  readonly spawned: WorldEvent[];
  renders: number;
  rename(name: string): void;
}

/** Listens under a name that `rename` changes. */
function Watcher({ log }: { readonly log: Log }): null {
  const [name, setName] = useState('first');
  log.rename = setName;
  log.renders += 1;
  useSkeinEvent('born', ({ id }) => log.told.push(`${name} ${id}`));
  useSkeinEvent(
    (event) => event.type === 'spawned',
    (event) => log.spawned.push(event),
  );
  return null;
}

interface Wait {
  readonly for: Promise<void>;
  readonly resized: number[];
  begin(on: boolean): void;
}

/** Suspends once `begin` is called, and keeps listening meanwhile. */
function Late({ wait }: { readonly wait: Wait }): null {
  const [waits, setWaits] = useState(false);
  wait.begin = setWaits;
  if (waits) use(wait.for);
  useSkeinEvent('resize', ({ workers }) => wait.resized.push(workers));
  return null;
}

it('creates one team in StrictMode, shows the fallback until then, and ends the team', async () => {
  const workers = watchWorkers();
  const found: RunningWorld[] = [];
  const shown: string[] = [];
  const mounted = mount(
    <Suspense fallback={<Mark onShow={() => shown.push('fallback')} />}>
      <Skein scenario={flock()} workers={2}>
        <Probe found={found} />
        <Mark onShow={() => shown.push('inside')} />
      </Skein>
    </Suspense>,
  );
  await until(() => found.at(-1) && found.at(-1)!.world.tick > 3);
  expect(workers.started).toBe(2);
  expect(new Set(found).size).toBe(1);
  // Effects run twice, so it is strict.
  expect([...new Set(shown)]).toEqual(['fallback', 'inside']);
  expect(shown.filter((one) => one === 'inside')).toHaveLength(2);
  const { team, driver, world } = found[0]!;
  expect(team.workers).toBe(2);
  expect(driver.world).toBe(world);
  mounted.unmount();
  await until(() => workers.living === 0);
  await expect(team.run(1)).rejects.toMatchObject({ code: 'TEAM_DISPOSED' });
  workers.stop();
});

it('ends a team that is unmounted before it has started', async () => {
  const workers = watchWorkers();
  const mounted = mount(<Skein scenario={flock()} workers={1} />);
  await until(() => workers.started === 1);
  mounted.unmount();
  await until(() => workers.living === 0);
  // Nothing starts afterwards.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([workers.started, workers.living, mounted.errors]).toEqual([1, 0, []]);
  workers.stop();
});

it('keeps its team for an equal scenario, and creates another team for a different one', async () => {
  const workers = watchWorkers();
  const found: RunningWorld[] = [];
  const scene = (seed: number) => (
    <Skein scenario={flock({ seed })} workers={1}>
      <Probe found={found} />
    </Skein>
  );
  const mounted = mount(scene(3));
  await until(() => found.length > 0);
  const renders = found.length;
  mounted.show(scene(3));
  await until(() => found.length > renders);
  expect(workers.started).toBe(1);
  expect(new Set(found).size).toBe(1);
  mounted.show(scene(4));
  await until(() => found.at(-1)!.world.scenario.seed === 4);
  await until(() => found.at(-1)!.world.tick > 0);
  expect(new Set(found).size).toBe(2);
  await until(() => workers.living === 1);
  expect(workers.started).toBe(2);
  workers.stop();
});

it('steps a given world with the given speed and number of workers, or is paused', async () => {
  const world = createWorld(parseScenario(flock()));
  const ref = { current: null as RunningWorld | null };
  const mounted = mount(
    <Skein ref={ref} scenario={world} workers={1} paused speed={2} interpolate={false} />,
  );
  await until(() => ref.current !== null);
  const { team, driver } = ref.current!;
  expect(driver).toMatchObject({ world, speed: 2, interpolate: false });
  await until(() => driver.paused);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(world.tick).toBe(0);
  mounted.show(<Skein ref={ref} scenario={world} workers={3} speed={0.5} />);
  await until(() => world.tick > 2 && team.workers === 3);
  expect(driver).toMatchObject({ speed: 0.5, interpolate: true, paused: false });
  expect(ref.current!.team).toBe(team);
  mounted.show(<Skein ref={ref} scenario={world} workers="auto" />);
  const cores = Math.min(navigator.hardwareConcurrency, world.maxWorkers);
  await until(() => team.workers === cores);
  mounted.unmount();
  // The world belongs to the caller.
  expect(world.views.position.x.length).toBe(world.count);
});

it('draws on demand while it is not paused, and after each step', async () => {
  const ref = { current: null as RunningWorld | null };
  let frames = 0;
  const count = { children: null, frameloop: 'demand' } as const;
  const scene = (paused: boolean) => (
    <Skein ref={ref} scenario={flock()} workers={1} paused={paused}>
      <mesh onBeforeRender={() => (frames += 1)} />
    </Skein>
  );
  const mounted = mount(scene(false), count);
  await until(() => ref.current && ref.current.world.tick > 5);
  mounted.show(scene(true));
  const { driver, world } = ref.current!;
  await until(() => driver.paused);
  await driver.whenIdle(() => {});
  await new Promise((resolve) => setTimeout(resolve, 150));
  const still = frames;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(frames).toBe(still);
  const { tick } = world;
  driver.step(1);
  await until(() => world.tick === tick + 1 && frames > still);
});

it('reports each event once, to the handler of the last render, without rendering', async () => {
  const world = createWorld(
    parseScenario({
      name: 'doors',
      species: [
        {
          name: 'walker',
          count: 2,
          maxSpeed: 3,
          maxForce: 9,
          reports: [{ type: 'born' }],
          spawn: { type: 'pool' },
        },
      ],
    }),
  );
  const log: Log = { told: [], spawned: [], renders: 0, rename() {} };
  const ref = { current: null as RunningWorld | null };
  mount(
    <Skein ref={ref} scenario={world} workers={1}>
      <Watcher log={log} />
    </Skein>,
  );
  await until(() => ref.current !== null);
  const before = log.renders;
  const spawn = (x: number) =>
    ref.current!.team.command({ type: 'spawn', species: 'walker', positions: [x, 0, 0] });
  await spawn(0);
  await until(() => log.told.length > 0);
  expect(log.renders).toBe(before);
  log.rename('second');
  await until(() => log.renders > before);
  await spawn(9);
  await until(() => log.spawned.length > 1);
  expect(log.told).toEqual(['first 0', 'second 1']);
  expect(log.spawned.map(({ type }) => type)).toEqual(['spawned', 'spawned']);
});

it('throws errors to the nearest error boundary, with their types', async () => {
  // React also reports to the page the errors that a boundary within the canvas catches.
  vi.stubGlobal('reportError', () => {});
  const wrong = mount(<Skein scenario={{ name: 'flock', species: [{ name: 'boid' }] } as never} />);
  await until(() => wrong.errors.length > 0);
  expect(wrong.errors[0]).toBeInstanceOf(ScenarioError);

  const props = {
    scenario: 3,
    workers: 1.5,
    speed: -1,
    paused: 1,
    interpolate: 'no',
    onNotice: 'x',
  };
  const misused = mount(<Skein {...(props as never as { scenario: never })} />);
  await until(() => misused.errors.length > 0);
  const [error] = misused.errors as [PropsError];
  expect(error).toBeInstanceOf(PropsError);
  expect(error.problems.map(({ path }) => path)).toEqual(Object.keys(props));

  const strays = [
    ['useSkein', <Probe key="" found={[]} />],
    ['useSkeinEvent', <Listener key="" />],
    ['<Agents>', <Agents key="" />],
    ['<Trails>', <Trails key="" />],
    ['<Particles>', <Particles key="" />],
  ] as const;
  for (const [name, stray] of someOf(strays, 3)) {
    const outside = mount(stray);
    await until(() => outside.errors.length > 0);
    expect(outside.errors[0]).toMatchObject({
      code: 'SKEIN_MISSING',
      message: `${name}: found no <Skein> above it; use it inside <Skein>`,
    });
  }

  const ref = { current: null as RunningWorld | null };
  const failing = mount(<Skein ref={ref} scenario={flock()} workers={1} />);
  await until(() => ref.current !== null);
  vi.spyOn(ref.current!.team, 'run').mockRejectedValue(new RangeError('lost'));
  await until(() => failing.errors.length > 0);
  expect(failing.errors[0]).toMatchObject({ message: 'lost' });
});

long('still receives events while a component inside it loads', async () => {
  const ref = { current: null as RunningWorld | null };
  let load: () => void = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  const wait: Wait = { for: loading, resized: [], begin() {} };
  const workers = watchWorkers();
  mount(
    <Suspense>
      <Skein ref={ref} scenario={flock()} workers={1}>
        <Late wait={wait} />
      </Skein>
    </Suspense>,
  );
  await until(() => ref.current !== null);
  const { team, world } = ref.current!;
  wait.begin(true);
  // A hidden component has released its reference.
  await until(() => ref.current === null);
  await team.resize(2);
  expect(wait.resized).toEqual([2]);
  load();
  const { tick } = world;
  await until(() => ref.current !== null && world.tick > tick);
  expect(ref.current!.team).toBe(team);
  expect(workers.living).toBe(2);
  workers.stop();
});

long('reports unknown props of a component, and passes on those of an object', async () => {
  vi.stubGlobal('reportError', () => {});
  const within = (child: ReactNode) => (
    <Skein scenario={flock()} workers={1}>
      {child}
    </Skein>
  );
  const wrong = (props: object) => props;
  const scenes = [
    [
      <Skein key="" scenario={flock()} {...wrong({ wrokers: 1 })} />,
      '<Skein> wrokers: found an unknown prop (did you mean "workers"?), expected one of scenario, workers, speed, paused, interpolate, ' +
        'onNotice, ref, children',
    ],
    [within(<Agents {...wrong({ colour: 'red' })} />), '<Agents> colour: found an unknown prop'],
    [within(<Agents {...wrong({ visble: false })} />), '(did you mean "visible"?)'],
    [within(<Trails {...wrong({ lenght: 1 })} />), '(did you mean "length"?)'],
    [within(<Particles {...wrong({ kind: ['trail'] })} />), '(did you mean "kinds"?)'],
    [
      within(<Agents />),
      '<Agents> children: found no geometry, expected a geometry, or the prop `geometry`',
    ],
  ] as const;
  for (const [scene, message] of someOf(scenes, 3)) {
    const mounted = mount(scene);
    await until(() => mounted.errors.length > 0);
    expect(mounted.errors[0]).toBeInstanceOf(PropsError);
    expect((mounted.errors[0] as PropsError).message).toContain(message);
    mounted.unmount();
  }
  const object = {
    name: 'birds',
    position: [1, 2, 3],
    'rotation-x': 1,
    castShadow: true,
    'userData-mark': 4,
    layers: 1,
    renderOrder: 3,
    visible: false,
    onClick() {},
    dispose: null,
  } as const;
  const ref = { current: null as Object3D | null };
  const right = mount(
    within(
      <>
        <Agents {...object}>
          <boxGeometry />
        </Agents>
        <Trails {...object} ref={ref as never} />
      </>,
    ),
  );
  await until(() => ref.current !== null);
  expect(ref.current).toMatchObject({ name: 'birds', castShadow: true, renderOrder: 3 });
  expect(right.errors).toEqual([]);
});

it('continues the same world with a new team after being hidden and shown again', async () => {
  vi.stubGlobal('reportError', () => {});
  const found: RunningWorld[] = [];
  const ref = { current: null as Object3D | null };
  const scene = (mode: 'visible' | 'hidden', paused: boolean) => (
    <Activity mode={mode}>
      <Skein scenario={flock()} workers={1} paused={paused}>
        <Probe found={found} />
        <Agents>
          <boxGeometry />
        </Agents>
        <Trails ref={ref as never} />
      </Skein>
    </Activity>
  );
  const mounted = mount(scene('visible', true));
  await until(() => ref.current !== null && found.at(-1)!.driver.paused);
  const [first] = found as [RunningWorld];
  mounted.show(scene('hidden', true));
  await until(() => first.driver.disposed && first.team.disposed);
  mounted.show(scene('visible', false));
  await until(() => found.at(-1) !== first && first.world.tick > 3 && ref.current !== null);
  expect(found.at(-1)!.world).toBe(first.world);
  expect(mounted.errors).toEqual([]);
});

long('accepts a scenario from a JSON file, and has types that reject invalid ones', async () => {
  const found: RunningWorld[] = [];
  mount(
    <Skein scenario={crossing} workers={1}>
      <Probe found={found} />
    </Skein>,
  );
  await until(() => found.at(-1)?.world.scenario.name === crossing.name);
  const fish = { name: 'fish', count: 1 };
  const species = [{ ...fish, maxSpeed: 1, spawn: { type: 'pool' as const } }];
  const wrong: SkeinProps[] = [
    // @ts-expect-error there is no such key
    { scenario: { name: 'pond', species, spceies: 3 } },
    // @ts-expect-error there is no such key
    { scenario: { name: 'pond', species: [{ ...fish, maxSped: 3 }] } },
    // @ts-expect-error a species has a number of agents
    { scenario: { name: 'pond', species: [{ name: 'fish' }] } },
    // @ts-expect-error it has a name
    { scenario: { species } },
  ];
  expect(wrong).toHaveLength(4);
});
