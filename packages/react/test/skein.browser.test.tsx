import { createWorld, parseScenario, ScenarioError, type WorldEvent } from '@skein/core';
import { Suspense, use, useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { watchWorkers } from '../../three/test/leaks.ts';
import { PropsError, type RunningWorld, Skein, useSkein, useSkeinEvent } from '../src/index.ts';
import { mount } from './mount.tsx';
import { flock } from './scene.ts';

const PATIENCE = { timeout: 20_000, interval: 10 };
const until = (condition: () => unknown) =>
  expect.poll(() => Boolean(condition()), PATIENCE).toBe(true);

/** Collects what `useSkein` gives in each render. */
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

/** Suspends once `begin` is called, and listens all the while. */
function Late({ wait }: { readonly wait: Wait }): null {
  const [waits, setWaits] = useState(false);
  wait.begin = setWaits;
  if (waits) use(wait.for);
  useSkeinEvent('resize', ({ workers }) => wait.resized.push(workers));
  return null;
}

it('makes one team in StrictMode, behind the fallback, and ends it', async () => {
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

it('ends a team that is unmounted before it stands', async () => {
  const workers = watchWorkers();
  const mounted = mount(<Skein scenario={flock()} workers={1} />);
  await until(() => workers.started === 1);
  mounted.unmount();
  await until(() => workers.living === 0);
  // Nothing starts behind it.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([workers.started, workers.living, mounted.errors]).toEqual([1, 0, []]);
  workers.stop();
});

it('keeps its team for the same scenario, written out again, and makes another for another', async () => {
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

it('steps a world that it is given, at the speed it is given, with as many workers; or waits', async () => {
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
  // It is its owner's.
  expect(world.views.position.x.length).toBe(world.count);
});

it('draws on demand as long as time does not stand still, and each state', async () => {
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

it('tells each event once, to the handler of the last render, without rendering', async () => {
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

it('throws what is wrong to the nearest error boundary, typed as it is', async () => {
  // React tells the page of what a boundary within the canvas catches, too.
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

  const outside = mount(<Probe found={[]} />);
  await until(() => outside.errors.length > 0);
  expect(outside.errors[0]).toMatchObject({ code: 'SKEIN_MISSING' });

  const ref = { current: null as RunningWorld | null };
  const failing = mount(<Skein ref={ref} scenario={flock()} workers={1} />);
  await until(() => ref.current !== null);
  vi.spyOn(ref.current!.team, 'run').mockRejectedValue(new RangeError('lost'));
  await until(() => failing.errors.length > 0);
  expect(failing.errors[0]).toMatchObject({ message: 'lost' });
});

it('hears of what happens while something inside of it loads', async () => {
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
  // What is hidden has let go of its reference.
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
