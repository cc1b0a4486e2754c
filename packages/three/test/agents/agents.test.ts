import { command, createWorld, parseScenario } from '@skein/core';
import { createTeam } from '@skein/worker';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  LineDashedMaterial,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PointsMaterial,
  Raycaster,
  SpriteMaterial,
  Vector3,
} from 'three';
import { afterEach, expect, it } from 'vitest';
import { someOf } from '../../../core/test/helpers/long.ts';
import { createAgents } from '../../src/agents/agents.ts';
import { columnsOf } from '../../src/agents/columns.ts';
import type { AgentsOptions } from '../../src/agents/look.ts';
import { createDriver, type Driver } from '../../src/driver.ts';
import { ThreeError } from '../../src/option-error.ts';
import { drivenFlock, flockScenario } from './scene.ts';

const body = new ConeGeometry(0.3, 1, 5).rotateX(Math.PI / 2);
const material = new MeshBasicMaterial();
const drivers: Driver[] = [];
afterEach(async () => {
  for (const driver of drivers.splice(0)) await driver.team.dispose();
});

async function flock(workers = 1): Promise<Driver> {
  const driver = await drivenFlock(workers);
  drivers.push(driver);
  return driver;
}

const PLANES = ['x', 'y', 'z', 'vx', 'vy', 'vz', 'species'];

it.each(someOf([1, 2, 4], 3, 1))(
  'shows the agents of the state while a run of %i ticks writes the next one',
  async (ticks) => {
    const driver = await flock(3);
    const columns = columnsOf(driver);
    const kept = () => PLANES.map((name) => Array.from(columns.plane(name).subarray(0, 118)));
    const [before, ids] = [kept(), Array.from(columns.ids.subarray(0, 118))];
    await driver.team.command({ type: 'fire', count: 3 });
    // As the driver does; the columns do not learn of the new state.
    columns.onRun(ticks);
    await driver.team.run(ticks);
    expect(kept()).toEqual(before);
    expect(Array.from(columns.ids.subarray(0, 118))).toEqual(ids);
    columns.onState();
    expect(columns.living).toBe(121);
    expect(kept()).not.toEqual(before);
  },
);

it('reads the planes of the world, without a copy', async () => {
  const driver = await flock();
  const { position, velocity, species } = driver.world.views;
  const columns = columnsOf(driver);
  expect(columns.plane('x').buffer).toBe(position.x.buffer);
  expect(columns.plane('x').byteOffset).toBe(position.x.byteOffset);
  expect(columns.plane('vz').byteOffset).toBe(velocity.z.byteOffset);
  expect(columns.plane('species').byteOffset).toBe(species.byteOffset);
});

it('points bodies along their velocity, upright, at their place between two ticks', async () => {
  const driver = await flock();
  const agents = createAgents(driver, { body, material, scale: 2 });
  const { position, velocity } = driver.world.views;
  expect(driver.lag.value).toBeGreaterThan(0.001);
  for (let i = 0; i < 118; i++) {
    const matrix = new Matrix4();
    agents.getMatrixAt(i, matrix);
    const v = new Vector3(velocity.x[i], velocity.y[i], velocity.z[i]);
    const ahead = new Vector3(0, 0, 1).transformDirection(matrix);
    expect(ahead.dot(v.clone().normalize())).toBeCloseTo(1, 5);
    expect(new Vector3(0, 1, 0).transformDirection(matrix).y).toBeGreaterThanOrEqual(0);
    expect(matrix.determinant()).toBeCloseTo(8, 4);
    const at = new Vector3(position.x[i], position.y[i], position.z[i]);
    at.addScaledVector(v, -driver.lag.value);
    expect(at.distanceTo(new Vector3().setFromMatrixPosition(matrix))).toBeLessThan(1e-5);
  }
});

it('picks the agent that a ray would hit first as a separate mesh, seed 7', async () => {
  const driver = await flock();
  const agents = createAgents(driver, { body, material, species: 'boid', scale: 1.5 });
  agents.position.set(1, -2, 3);
  agents.scale.set(1, 2, 0.5);
  agents.updateMatrixWorld();
  const { id, species } = driver.world.views;
  const meshes = Array.from({ length: 118 }, (_, i) => {
    const mesh = new Mesh(body, material);
    agents.getMatrixAt(i, mesh.matrix);
    mesh.matrixWorld.multiplyMatrices(agents.matrixWorld, mesh.matrix);
    return { mesh, i };
  }).filter(({ i }) => species[i] === 0);
  let state = 7;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  let hits = 0;
  for (let n = 0; n < 40; n++) {
    const from = new Vector3(40 * random() - 20, 30 * random() - 15, 25);
    const { mesh } = meshes[Math.floor(meshes.length * random())]!;
    const to = new Vector3().setFromMatrixPosition(mesh.matrixWorld);
    to.x += 0.6 * (random() - 0.5);
    const raycaster = new Raycaster(from, to.sub(from).normalize());
    const expected = meshes
      .flatMap(({ mesh, i }) =>
        raycaster.intersectObject(mesh).map(({ distance }) => ({ distance, i })),
      )
      .sort((a, b) => a.distance - b.distance)[0];
    const found = agents.pick(raycaster);
    expect(found?.id).toBe(expected === undefined ? undefined : id[expected.i]);
    if (found === undefined || expected === undefined) continue;
    hits += 1;
    expect(found.distance).toBeCloseTo(expected.distance, 6);
    expect(found.species).toBe('boid');
  }
  expect(hits).toBeGreaterThan(20);
});

it('is inside its bounding sphere at every moment between two ticks', async () => {
  const driver = await flock();
  const agents = createAgents(driver, { body, material });
  agents.computeBoundingSphere();
  const sphere = agents.boundingSphere!;
  const corner = new Vector3();
  for (const lag of [-1, 0, 1]) {
    driver.lag.value = lag * driver.world.scenario.dt;
    for (let i = 0; i < 118; i++) {
      const matrix = new Matrix4();
      agents.getMatrixAt(i, matrix);
      for (let k = 0; k < body.attributes.position!.count; k++) {
        corner.fromBufferAttribute(body.attributes.position!, k).applyMatrix4(matrix);
        expect(sphere.distanceToPoint(corner)).toBeLessThan(1e-4);
      }
    }
  }
  expect(sphere.radius).toBeLessThan(20);
  const beams = createAgents(driver, { body, material, species: 'beam' });
  beams.computeBoundingSphere();
  expect(beams.boundingSphere!.isEmpty()).toBe(true);
});

it('has the colors of a function, in each state', async () => {
  const driver = await flock();
  const agents = createAgents(driver, {
    body,
    material,
    color: ({ id, species, velocity }, color) =>
      color.setRGB(id, species.name === 'hawk' ? 1 : 0, velocity.x),
  });
  const tint = () => agents.geometry.attributes.tint!;
  for (let n = 0; n < 2; n++) {
    const { id, species, velocity } = driver.world.views;
    for (let i = 0; i < 118; i++) {
      expect(tint().getX(i)).toBe(id[i]);
      expect(tint().getY(i)).toBe(species[i]);
      expect(tint().getZ(i)).toBe(velocity.x[i]);
    }
    driver.update(driver.world.scenario.dt);
    await driver.whenIdle(() => {});
  }
  expect(driver.world.tick).toBe(33);
});

it('keeps shared attributes when one of two is disposed of', async () => {
  const driver = await flock();
  const [one, other] = [1, 2].map(() => createAgents(driver, { body, material }));
  let freed = 0;
  body.addEventListener('dispose', () => (freed += 1));
  material.addEventListener('dispose', () => (freed += 1));
  // The second call has no effect.
  for (let n = 0; n < 2; n++) one!.dispose();
  expect(freed).toBe(0);
  expect(one!.geometry.attributes.x).toBeUndefined();
  expect(other!.geometry.attributes.x).toBe(columnsOf(driver).attributes.get('x'));
  driver.update(driver.world.scenario.dt);
  await driver.whenIdle(() => {});
  other!.dispose();
  expect(other!.geometry.attributes.x).toBeDefined();
});

it('follows changes of body and material, and disposes of neither', async () => {
  const driver = await flock();
  const own = new MeshBasicMaterial();
  const shape = new BoxGeometry();
  const agents = createAgents(driver, { body: shape, material: own });
  const version = agents.material.version;
  own.opacity = 0.5;
  own.needsUpdate = true;
  expect(agents.material).toMatchObject({ opacity: 0.5, version: version + 1 });
  expect(agents.material.onBeforeCompile).not.toBe(own.onBeforeCompile);
  const { position } = agents.geometry.attributes;
  shape.attributes.position!.setX(3, 8).needsUpdate = true;
  expect([position!.getX(3), (position as BufferAttribute).version]).toEqual([8, 1]);
  let ended = 0;
  own.addEventListener('dispose', () => (ended += 1));
  agents.material.addEventListener('dispose', () => (ended += 10));
  agents.dispose();
  expect(ended).toBe(10);
  own.dispose();
  expect(ended).toBe(11);
});

it.each([
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
  ['z', [0, 0, 1]],
] as const)('turns the %s axis of a body ahead', async (ahead, tip) => {
  const driver = await flock();
  const long = new BufferGeometry().setAttribute(
    'position',
    new BufferAttribute(new Float32Array(tip), 3),
  );
  const { position } = createAgents(driver, { body: long, ahead, material }).geometry.attributes;
  expect(
    [position!.getX(0), position!.getY(0), position!.getZ(0)].map((n) => Math.round(n) + 0),
  ).toEqual([0, 0, 1]);
});

it('stands on the ground of a height map, and faces along its heading', async () => {
  const heights = { columns: 4, rows: 2, cellSize: 2, values: [0, 1, 2, 3, 0, 1, 2, 3] };
  const spawn = {
    type: 'points',
    positions: [
      [1, 1],
      [4, 0.5],
    ],
  };
  const species = [{ name: 'walker', count: 2, maxSpeed: 2, turnRate: 1, spawn }];
  const world = createWorld(parseScenario({ name: 'rise', dimensions: 2, heights, species }));
  const driver = createDriver(await createTeam(world, { workers: 1 }));
  drivers.push(driver);
  const agents = createAgents(driver, { body, material });
  driver.update(1 / 60);
  await driver.whenIdle(() => {});
  const { position, heading } = world.views;
  for (let i = 0; i < 2; i++) {
    const matrix = new Matrix4();
    agents.getMatrixAt(i, matrix);
    expect(new Vector3().setFromMatrixPosition(matrix).z).toBeCloseTo(position.x[i]! / 2, 1);
    const ahead = new Vector3(0, 0, 1).transformDirection(matrix);
    expect(ahead.x * heading.x[i]! + ahead.y * heading.y[i]!).toBeCloseTo(1, 5);
  }
});

it('stands upright along z on a ground, and faces its way', async () => {
  const ground = {
    vertices: [
      [0, 0, 0],
      [9, 0, 4],
      [9, 3, 4],
      [0, 3, 0],
    ],
    polygons: [[0, 1, 2, 3]],
  };
  const walker = {
    name: 'walker',
    count: 1,
    maxSpeed: 2,
    spawn: { type: 'points', positions: [[1, 1, 0]] },
    goals: { type: 'points', positions: [[8, 2, 4]] },
    behaviors: [{ type: 'navigate', weight: 10 }],
  };
  const scenario = { name: 'ramp', dimensions: 3, ground, species: [walker] };
  const world = createWorld(parseScenario(scenario));
  const driver = createDriver(await createTeam(world, { workers: 1 }));
  drivers.push(driver);
  const agents = createAgents(driver, { body, material });
  driver.update(0.2);
  await driver.whenIdle(() => {});
  const matrix = new Matrix4();
  agents.getMatrixAt(0, matrix);
  const [top, ahead] = [new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  for (const axis of [top, ahead]) axis.transformDirection(matrix);
  expect(top.z).toBeCloseTo(1, 5);
  expect(ahead.x).toBeGreaterThan(0.9);
});

it('reports all mistakes in its options', async () => {
  const world = createWorld(flockScenario());
  command(world, { type: 'fire' });
  const driver = createDriver(await createTeam(world, { workers: 1 }));
  drivers.push(driver);
  const wrong = {
    species: 'bird',
    body: {},
    ahead: '-z',
    material: 3,
    color: 'speed',
    orient: 'heading',
    scale: 0,
    size: 1,
  };
  let error: unknown;
  try {
    createAgents(driver, wrong as unknown as AgentsOptions);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ThreeError);
  const paths = (error as ThreeError).problems.map(({ path }) => path);
  const keys = ['size', 'species', 'body', 'ahead', 'material', 'color', 'orient', 'scale'];
  expect(paths).toEqual(keys.map((key) => `$.${key}`));
  expect(() => createAgents({} as Driver, { body: new BoxGeometry(), material })).toThrow(
    '$driver',
  );
});

it('refuses materials that draw no triangles', async () => {
  const driver = await flock();
  for (const wrong of [new PointsMaterial(), new LineDashedMaterial(), new SpriteMaterial()]) {
    expect(() => createAgents(driver, { body, material: wrong })).toThrow(
      `$.material: found a ${wrong.type}, expected a mesh material of three.js`,
    );
  }
});

it('suggests the right name for a misspelled species or option', async () => {
  const driver = await flock();
  expect(() => createAgents(driver, { body, material, species: 'bird' })).toThrow(
    '$.species: found "bird" (did you mean "boid"?), expected one of "boid", "hawk", "beam"',
  );
  expect(() => createAgents(driver, { body, material, colour: 'red' } as AgentsOptions)).toThrow(
    '(did you mean "color"?)',
  );
});

it('finds the place of a drawn agent by its id, also while threads continue, and none of others', async () => {
  const driver = await flock(2);
  const agents = createAgents(driver, { body, material, species: 'hawk' });
  const { id, species } = driver.world.views;
  const matrix = new Matrix4();
  const rows = Array.from(id.subarray(0, 118), (value, i) => ({
    one: value,
    drawn: species[i] === 1,
    i,
  }));
  const expected = rows.map(({ drawn, i }) => {
    agents.getMatrixAt(i, matrix);
    return drawn ? new Vector3().setFromMatrixPosition(matrix) : undefined;
  });
  columnsOf(driver).onRun(4);
  await driver.team.run(4);
  // Their order has changed by now.
  expect(rows.some(({ one, i }) => driver.world.views.id[i] !== one)).toBe(true);
  const into = new Vector3();
  rows.forEach(({ one }, i) => {
    const found = agents.positionOf(one, into);
    expect(found).toEqual(expected[i]);
    if (found !== undefined) expect(found).toBe(into);
  });
  expect(expected.filter((one) => one !== undefined)).toHaveLength(5);
  expect(agents.positionOf(4711, into)).toBeUndefined();
});

it('draws with a material that replaces its own, and disposes of its copy of the earlier one', async () => {
  const driver = await flock();
  const [first, next] = [new MeshBasicMaterial(), new MeshLambertMaterial({ opacity: 0.5 })];
  const agents = createAgents(driver, { body, material: first });
  const other = createAgents(driver, { body, material: first });
  const before = agents.material;
  const ended: string[] = [];
  first.addEventListener('dispose', () => ended.push('first'));
  before.addEventListener('dispose', () => ended.push('before'));
  agents.material = before;
  expect(ended).toEqual([]);
  agents.material = next;
  expect(ended).toEqual(['before']);
  expect(agents.material).toMatchObject({ type: 'MeshLambertMaterial', opacity: 0.5 });
  expect(agents.material.onBeforeCompile).not.toBe(next.onBeforeCompile);
  const key = (material: Material) => material.customProgramCacheKey();
  expect(key(agents.material)).not.toBe(key(next));
  // The material of another object counts as the one given there: it is not adapted to agents twice.
  agents.material = other.material;
  expect(agents.material).not.toBe(other.material);
  expect(key(agents.material)).toBe(key(other.material));
  const shown = agents.material;
  expect(() => {
    agents.material = new PointsMaterial();
  }).toThrow('$.material: found a PointsMaterial');
  expect(agents.material).toBe(shown);
});

it('refuses another geometry and cloning', async () => {
  const driver = await flock();
  const agents = createAgents(driver, { body, material });
  const { geometry } = agents;
  expect(() => {
    agents.geometry = new BoxGeometry() as never;
  }).toThrow('$.geometry: found a BoxGeometry, expected no new geometry');
  expect(agents.geometry).toBe(geometry);
  expect(() => agents.clone()).toThrow(ThreeError);
  expect(() => agents.clone()).toThrow('$clone: found a call, expected no call');
});
