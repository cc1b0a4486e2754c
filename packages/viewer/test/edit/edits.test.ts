import { command, createWorld, listObstacles, parseScenario, tick } from '@skein/core';
import { obstacleNames } from '@skein/core/internal';
import { describe, expect, it } from 'vitest';
import { EraseEdit, GoEdit, middleOf, PaintEdit, PlaceEdit } from '../../src/edit/agent-edits.ts';
import { cellGrid, sweptCells } from '../../src/edit/cell-boxes.ts';
import { CellsEdit } from '../../src/edit/cells-edit.ts';
import type { Edit } from '../../src/edit/edit.ts';
import { newbornIds } from '../../src/edit/newborn.ts';
import { changeObstacle, freeName, moveObstacle } from '../../src/edit/obstacle-edit.ts';
import { formOf, moved, type ObstacleForm, scaled } from '../../src/edit/obstacle-form.ts';
import { standingAgents } from '../../src/edit/standing-agents.ts';
import { moveTarget } from '../../src/edit/target-edit.ts';

/** Two species, one with goals and one behind it; the agents are at rest, so only edits move them. */
function scene(dimensions: 2 | 3) {
  const points = (list: number[][]) => ({ type: 'points', positions: list as [number, number][] });
  return parseScenario({
    name: 'edited',
    dimensions,
    bounds: { type: 'contain', min: [-20, -15, -9], max: [20, 15, 9] },
    targets: [{ name: 'mark', position: [0.1, 3, dimensions === 2 ? 0 : 2.7] }],
    obstacles: [
      { type: 'sphere', name: 'ball', center: [5, 0.3], radius: 1.1 },
      { type: 'box', name: 'crate', min: [-7.3, -2], max: [-5, 0.1, 1], rotation: 0.7 },
      {
        type: 'capsule',
        name: 'log',
        from: [9, 9, 0.2],
        to: [11, 12, 1],
        radius: 0.4,
        keep: 'inside',
      },
      { type: 'plane', name: 'floor', point: [0, -15], normal: [0.3, 2] },
      ...(dimensions === 2
        ? [
            {
              type: 'polygon' as const,
              name: 'wedge',
              points: [
                [0.1, -5],
                [3.3, -6],
                [5, -4.5],
                [2, -2.7],
              ] as [number, number][],
            },
          ]
        : []),
    ],
    obstacleCapacity: 3,
    species: [
      {
        name: 'walker',
        count: 3,
        capacity: 8,
        spawn: points([
          [1, 1],
          [2, -3],
          [-4, 7],
        ]) as never,
        goals: points([
          [1.5, 1],
          [0, 0],
          [3, 3],
        ]) as never,
      },
      {
        name: 'stone',
        count: 2,
        capacity: 12,
        spawn: points([
          [-1, -8],
          [6, 6],
        ]) as never,
      },
    ],
  });
}

type World = ReturnType<typeof createWorld>;

/** Gives the commands of an edit, like the page. */
function give(world: World, inputs: ReturnType<Edit['redo']>, edit: Edit): void {
  const { id, status } = world.views;
  const before = new Set([...id].filter((_, row) => status[row] !== 0));
  for (const input of inputs) command(world, input);
  tick(world);
  edit.born?.(newbornIds(world.scenario, inputs, before, drawn(world)));
}

function drawn({ views }: World) {
  const { id, species, position } = views;
  return { living: rowsOf(views).length, id, species, ...position } as never;
}

function rowsOf({ status }: World['views']): number[] {
  return [...status.keys()].filter((row) => status[row] !== 0);
}

/** Everything that an edit can change, to a micrometer, without rows and ids. */
function standing(world: World) {
  return JSON.parse(
    JSON.stringify(found(world), (_, value) =>
      typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : value,
    ),
  );
}

function found(world: World) {
  const names = obstacleNames(world);
  const agents = rowsOf(world.views).map((row) => {
    const { positions, velocities, goals } = standingAgents(world, [row]);
    const species = world.views.species[row];
    return { species, positions, velocities, ...(species === 0 && { goals }) };
  });
  const { x, y, z } = world.views.targetPosition;
  return {
    obstacles: listObstacles(world)
      .map(({ row, ...one }) => ({ ...one, name: names.get(row) }))
      .sort((a, b) => (a.name! < b.name! ? -1 : 1)),
    cells: [...world.views.mapCost],
    targets: [...x, ...y, ...z],
    agents: agents.sort((a, b) => a.positions[0] - b.positions[0]),
  };
}

/**
 * Applies an edit, undoes it, redoes it and undoes it again. The edit must change the world, and undo must restore it.
 */
function check(world: World, edit: Edit, first = edit.redo()): void {
  const before = standing(world);
  give(world, first, edit);
  const after = standing(world);
  expect(after).not.toEqual(before);
  give(world, edit.undo(), edit);
  expect(standing(world)).toEqual(before);
  give(world, edit.redo(), edit);
  expect(standing(world)).toEqual(after);
  give(world, edit.undo(), edit);
  expect(standing(world)).toEqual(before);
}

describe.each([2, 3] as const)('an edit and its undo, in %i dimensions,', (dimensions) => {
  const world = createWorld(scene(dimensions));
  tick(world, 3);
  const formNamed = (name: string): ObstacleForm => {
    const row = [...obstacleNames(world)].find(([, each]) => each === name)![0];
    return formOf(listObstacles(world).find((obstacle) => obstacle.row === row)!, dimensions);
  };
  const names = world.scenario.obstacles.map(({ name }) => name!);

  it.each(names)('restore the obstacle "%s" after removing, moving and scaling it', (name) => {
    const form = formNamed(name);
    check(world, changeObstacle(name, form, undefined));
    check(world, moveObstacle(name, form, [1.25, -0.5, dimensions === 2 ? 0 : 3]));
    if (form.type !== 'plane') check(world, changeObstacle(name, form, scaled(form, 1.7)));
  });

  it('restore added obstacles at their place', () => {
    const name = freeName(['obstacle-1', ...names]);
    expect(name).toBe('obstacle-2');
    const form: ObstacleForm = { type: 'sphere', center: [1, 2, 0], radius: 0.7 };
    check(world, changeObstacle(name, undefined, moved(form, [2, 1, 0])));
  });

  it('restore a target', () => {
    const { x, y, z } = world.views.targetPosition;
    check(world, moveTarget('mark', [x[0], y[0], z[0]], [7, -7, 0]));
  });

  it('restore agents that were painted in two strokes, thrown, sent and erased', () => {
    const paint = new PaintEdit('stone');
    give(world, paint.add([4, 4, 0], [1, 0, 0]), paint);
    give(world, paint.undo(), paint);
    check(world, paint);

    const rows = rowsOf(world.views);
    const before = standingAgents(world, rows.slice(0, 2));
    const put = new PlaceEdit((id) => id, before);
    check(
      world,
      put,
      put.put([3, 4, 0], [0, 0, 0], (point) => point),
    );
    expect(middleOf(standingAgents(world, rows.slice(0, 2)))).toEqual(middleOf(before));
    const walkers = rows.filter((row) => world.views.species[row] === 0);
    check(world, new GoEdit((id) => id, standingAgents(world, walkers), [9, -9, 0]));

    const renamed = new Map<number, number>();
    const idNow = (id: number): number => (renamed.has(id) ? idNow(renamed.get(id)!) : id);
    const erase = new EraseEdit(idNow, (from, to) => renamed.set(idNow(from), to));
    const first = [0, 1].flatMap((kind) => {
      const of = rows.filter((row) => world.views.species[row] === kind);
      const { goals, ...agents } = standingAgents(world, of);
      const name = world.scenario.species[kind].name;
      return erase.add(name, kind === 0 ? { ...agents, goals } : agents);
    });
    check(world, erase, first);
    // The erased agent has a new id.
    const { ids } = standingAgents(world, rowsOf(world.views));
    expect([...ids].sort()).toEqual([...renamed.keys()].map(idNow).sort().filter(unique));
  });
});

function unique<T>(one: T, at: number, list: readonly T[]): boolean {
  return list.indexOf(one) === at;
}

it('a stroke of walls and its undo restore every cell', () => {
  const world = createWorld(
    parseScenario({
      name: 'walls',
      dimensions: 2,
      map: {
        rows: ['#######', '#..2..#', '#.#2#.#', '#..9..#', '#######'],
        legend: { '.': 1, '2': 2, '9': 9, '#': 'wall' },
        cellSize: 1.5,
        origin: [-4, 2],
      },
      species: [{ name: 'walker', count: 1, spawn: { type: 'points', positions: [[-2, 4]] } }],
    }),
  );
  const grid = cellGrid(world.scenario)!;
  for (const [cost, size] of [
    [0, 1],
    [1, 3],
    [5, 2],
  ]) {
    const edit = new CellsEdit(grid, cost);
    const { mapCost } = world.views;
    edit.add(sweptCells(grid, [-1, 4], [4, 7], size), mapCost);
    edit.add(sweptCells(grid, [4, 7], [4, 4], size), mapCost);
    check(world, edit);
    const wanted = world.views.mapCost.slice();
    for (const cell of edit.cells) wanted[cell] = cost;
    give(world, edit.redo(), edit);
    expect([...world.views.mapCost]).toEqual([...wanted]);
    give(world, edit.undo(), edit);
  }
});
