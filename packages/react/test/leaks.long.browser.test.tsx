import { type RefObject, Suspense } from 'react';
import { expect, it } from 'vitest';
import { leftOf, watchObjects, watchWorkers } from '../../three/test/leaks.ts';
import { Agents, type RunningWorld, Skein, Trails } from '../src/index.ts';
import { mount } from './mount.tsx';
import { flock } from './scene.ts';

const ROUNDS = 200;
const TIMEOUT_MS = 30_000 + 2000 * ROUNDS;

const PATIENCE = { timeout: 20_000, interval: 5 };
const until = (condition: () => unknown) =>
  expect.poll(() => Boolean(condition()), PATIENCE).toBe(true);

it(`leaves nothing when it is unmounted, ${ROUNDS} times`, { timeout: TIMEOUT_MS }, async () => {
  const workers = watchWorkers();
  const memory: WeakRef<object>[] = [];
  const run: RefObject<RunningWorld | null> = { current: null };
  const mounted = mount(<directionalLight castShadow shadow-mapSize={[16, 16]} />, {
    children: null,
    shadows: 'percentage',
  });
  await until(() => mounted.state);
  const { gl } = mounted.state;
  const objects = watchObjects(gl.getContext() as WebGL2RenderingContext);

  async function round(n: number) {
    mounted.show(
      <>
        <directionalLight castShadow shadow-mapSize={[16, 16]} />
        <Suspense>
          <Skein key={n} ref={run} scenario={flock({ seed: n })} workers={1}>
            <Agents ahead="y" color={(_, color) => color.set('red')} castShadow receiveShadow>
              <coneGeometry />
              <meshStandardMaterial />
            </Agents>
            <Agents species="hawk">
              <boxGeometry />
              <meshStandardMaterial />
            </Agents>
            <Trails species="boid" />
          </Skein>
        </Suspense>
      </>,
    );
    await until(() => run.current && run.current.world.tick > 1);
    memory.push(new WeakRef(run.current!.world.views.position.x.buffer));
    await until(() => gl.info.memory.geometries > 1);
    mounted.show(<directionalLight castShadow shadow-mapSize={[16, 16]} />);
    await until(() => workers.living === 0 && gl.info.memory.geometries === 0);
    return {
      objects: objects(),
      memory: { ...gl.info.memory },
      programs: gl.info.programs!.length,
    };
  }

  const first = await round(1);
  for (let n = 2; n <= ROUNDS; n++) expect(await round(n)).toEqual(first);
  expect(workers.started).toBe(ROUNDS);
  // The renderer keeps the scene that it drew last, and React keeps its last two trees.
  expect(await leftOf(memory)).toBeLessThanOrEqual(2);
  workers.stop();
});
