import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../src/errors.ts';
import { stateHash } from '../../src/phases/hash.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Display } from '../../src/scenario/schema.ts';
import { worldDigest } from '../../src/snapshot/digest.ts';
import { recordReplay } from '../../src/snapshot/record-replay.ts';
import { readReplay } from '../../src/snapshot/replay.ts';
import { restore, snapshot } from '../../src/snapshot/snapshot.ts';
import { createWorld } from '../../src/tick/create-world.ts';
import { tick } from '../../src/tick/tick.ts';
import { innerOf } from '../../src/world/public-world.ts';

/** Two species with states, columns and a law-free matrix of weights. */
function input(display?: unknown): Record<string, unknown> {
  const box = { min: [-9, -7], max: [9, 7] };
  const spawn = { type: 'box', ...box, velocity: { speed: 2 } };
  const pull = (quarry: string) => ({ type: 'cohesion', radius: 4, species: [quarry] });
  return {
    name: 'seen',
    seed: 3,
    dimensions: 2,
    bounds: { type: 'wrap', ...box },
    species: [
      {
        ...{ name: 'hare', count: 17, spawn, maxSpeed: 5 },
        columns: { mood: { type: 'u32', max: 3 }, wind: { type: 'vec3' } },
        states: [
          { name: 'eat', next: [{ type: 'chance', to: 'run', rate: 5 }] },
          { name: 'run', next: [{ type: 'after', to: 'eat', time: 0.2 }] },
        ],
        behaviors: [pull('hare'), { type: 'wander' }],
      },
      {
        ...{ name: 'fox', count: 3, spawn, maxSpeed: 6 },
        states: [{ name: 'run', next: [{ type: 'after', to: 'lie', time: 1 }] }, { name: 'lie' }],
        behaviors: [pull('hare'), { type: 'separation', radius: 3 }],
      },
      { name: 'stone', count: 4, spawn },
    ],
    ...(display !== undefined && { display }),
  };
}

const COMPLETE = {
  title: 'Hares and foxes',
  question: 'How fast must a fox be?',
  group: 'chase',
  tags: ['fox', 'states'],
  credit: { text: 'A. Author', url: 'https://example.org/paper' },
  controls: [
    {
      type: 'slider',
      label: 'Speed',
      of: [
        { species: 'hare', parameter: 'maxSpeed' },
        { species: 'fox', parameter: 'maxSpeed' },
      ],
      min: 1,
      max: 9,
      step: 0.5,
      unit: 'm/s',
    },
    {
      type: 'switch',
      label: 'Together',
      of: [{ species: 'hare', behavior: 'cohesion', parameter: 'weight' }],
      on: 1,
      off: 0,
    },
    {
      type: 'matrix',
      label: 'Who follows',
      species: ['hare', 'fox'],
      behavior: 'cohesion',
      parameters: [
        ['weight', 'radius'],
        ['weight', 'radius'],
      ],
      min: 0.5,
      max: 4,
    },
  ],
  radius: 2,
  camera: { from: [0.1, 0, 3] },
  color: {
    by: 'state',
    title: 'What it does',
    values: [
      { value: 'eat', name: 'eats', color: '#00ff00' },
      { value: 'run', species: 'fox', name: 'hunts', color: '#ff0000' },
      { value: 'run', name: 'flees', color: '#0000ff' },
    ],
  },
  plot: {
    title: 'How many',
    y: 'animals',
    range: [0, 20],
    lines: [{ label: 'fleeing', measure: 'hare.count(state,run)', color: '#0000ff' }],
  },
} as const;

const problemsOf = (display: unknown): string[] => {
  try {
    parseScenario(input(display));
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(
      (problem) => `${problem.path}: ${problem.found}, ${problem.expected}`,
    );
  }
};

describe('display', () => {
  it('is kept as it was written', () => {
    expect(parseScenario(input(COMPLETE)).display).toEqual(COMPLETE);
    expect(parseScenario(input()).display).toBeUndefined();
  });

  it('changes no hash and no digest', () => {
    const [with_, without] = [input(COMPLETE), input()].map((one) =>
      createWorld(parseScenario(one)),
    );
    for (let n = 0; n < 40; n++) {
      expect(stateHash(with_)).toBe(stateHash(without));
      expect(worldDigest(with_)).toBe(worldDigest(without));
      tick(with_);
      tick(without);
    }
  });

  it('is in snapshots and replays', () => {
    const world = createWorld(parseScenario(input(COMPLETE)));
    tick(world, 3);
    expect(restore(snapshot(world)).scenario.display).toEqual(COMPLETE);
    const recorder = recordReplay(world);
    tick(world, 3);
    const replay = readReplay(recorder.finish());
    expect(replay.scenario.display).toEqual(COMPLETE);
    expect(worldDigest(restore(snapshot(world)))).toBe(worldDigest(innerOf(world)));
  });

  it.each<[what: string, display: unknown, problem: string]>([
    [
      'an unknown group',
      { group: 'flying' },
      '$.display.group: "flying", one of "fly", "crowd", "chase", "grow", "think"',
    ],
    ['a title without end', { title: 'x'.repeat(41) }, '$.display.title: '],
    [
      'an address that is no page',
      { credit: { text: 'A', url: 'http://a' } },
      '$.display.credit.url: "http://a"',
    ],
    [
      'a camera in no direction',
      { camera: { from: [0, 0, 0] } },
      '$.display.camera.from: [0, 0, 0], a direction',
    ],
    ['a camera in the plane', { camera: { from: [0, 1] } }, '$.display.camera.from: '],
    [
      'a rate over time',
      { plot: { ...COMPLETE.plot, lines: [{ label: 'a', measure: 'alive', rate: 'loss' }] } },
      '$.display.plot.lines[0].rate: "loss", no rate',
    ],
    [
      'a plot over an unknown parameter',
      {
        plot: {
          ...COMPLETE.plot,
          over: { label: 'x', of: { species: 'hare', parameter: 'speed' } },
        },
      },
      '$.display.plot.over.of: "speed", ',
    ],
    ['four controls', { controls: Array(4).fill(COMPLETE.controls[0]) }, '$.display.controls: '],
    [
      'an unknown species',
      withControl({ of: [{ species: 'hair', parameter: 'maxSpeed' }] }),
      '$.display.controls[0].of[0]: "hair" (did you mean "hare"?), a species: "hare", "fox", "stone"',
    ],
    [
      'an unknown behavior',
      withControl({ of: [{ species: 'fox', behavior: 'wander', parameter: 'weight' }] }),
      '$.display.controls[0].of[0]: "wander", one of 0 "cohesion", 1 "separation"',
    ],
    [
      'an unknown parameter',
      withControl({ of: [{ species: 'fox', parameter: 'maxSpede' }] }),
      '$.display.controls[0].of[0]: "maxSpede" (did you mean "maxSpeed"?), one of ',
    ],
    [
      'limits that are not those of the parameter',
      withControl({ min: -1 }),
      '$.display.controls[0].min: -1, a number from 0 to ',
    ],
    [
      'a radius that the bounds do not allow',
      withControl({ of: [{ species: 'fox', behavior: 0, parameter: 'radius' }], min: 1 }),
      '$.display.controls[0].max: 9, a number from 0.001 to 4.6',
    ],
    [
      'limits in the wrong order',
      withControl({ min: 3, max: 3 }),
      '$.display.controls[0].max: 3, more than 3, the value of "min"',
    ],
    [
      'a switch out of range',
      { controls: [{ ...COMPLETE.controls[1], on: -2 }] },
      '$.display.controls[0].on: -2, a number from ',
    ],
    [
      'a matrix without a row',
      { controls: [{ ...COMPLETE.controls[2], parameters: [['weight', 'radius']] }] },
      '$.display.controls[0].parameters: 1 rows, 2, one for each species',
    ],
    [
      'a matrix with a short row',
      { controls: [{ ...COMPLETE.controls[2], parameters: [['weight', 'radius'], ['weight']] }] },
      '$.display.controls[0].parameters[1]: 1 parameters, 2, one for each species',
    ],
    [
      'a matrix with an unknown parameter',
      {
        controls: [
          {
            ...COMPLETE.controls[2],
            parameters: [
              ['weight', 'pull'],
              ['weight', 'radius'],
            ],
          },
        ],
      },
      '$.display.controls[0].parameters[0][1]: "pull", one of ',
    ],
    [
      'an unknown column',
      { color: { by: 'column:moods' } },
      '$.display.color.by: "moods" (did you mean "mood"?), a column: "mood", "wind", "state", "stateTick"',
    ],
    [
      'a scale of species',
      { color: { by: 'species', scale: 'circle' } },
      '$.display.color.scale: "circle", no scale, unless colors show a column of one number',
    ],
    [
      'a flash of vectors',
      { color: { by: 'column:wind', scale: 'flash' } },
      '$.display.color.scale: "flash", no scale',
    ],
    [
      'a range of states',
      { color: { by: 'state', range: [0, 1] } },
      '$.display.color.range: an array of 2, no range, unless colors show a column',
    ],
    [
      'an empty range',
      { color: { by: 'column:mood', range: [2, 2] } },
      '$.display.color.range[1]: 2, more than 2, the first value',
    ],
    [
      'values of speeds',
      { color: { by: 'speed', values: [{ value: 1, name: 'slow', color: '#000000' }] } },
      '$.display.color.values: values of "speed", no values, unless colors show states or a column of one number',
    ],
    [
      'values beside a scale',
      {
        color: {
          by: 'column:mood',
          scale: 'ramp',
          values: [{ value: 1, name: 'glad', color: '#000000' }],
        },
      },
      '$.display.color.values: values in addition to a scale, values, or "scale" and "range"',
    ],
    [
      'a value twice',
      {
        color: {
          by: 'column:mood',
          values: [
            { value: 1, name: 'glad', color: '#000000' },
            { value: 1, name: 'sad', color: '#ffffff' },
          ],
        },
      },
      '$.display.color.values[1].value: 1, a value other than that of $.display.color.values[0]',
    ],
    [
      'a state of another species',
      {
        color: {
          by: 'state',
          values: [{ value: 'lie', species: 'hare', name: 'lies', color: '#000000' }],
        },
      },
      '$.display.color.values[0].value: "lie", a state: "eat", "run"',
    ],
    [
      'a name for a number',
      { color: { by: 'column:mood', values: [{ value: 'x', name: 'x', color: '#000000' }] } },
      '$.display.color.values[0].value: "x", a finite number',
    ],
    [
      'a color in words',
      { plot: { ...COMPLETE.plot, lines: [{ label: 'a', measure: 'alive', color: 'red' }] } },
      '$.display.plot.lines[0].color: "red", text like ',
    ],
    [
      'an unknown measure',
      { plot: { ...COMPLETE.plot, lines: [{ label: 'a', measure: 'alife' }] } },
      '$.display.plot.lines[0].measure: "alife" (did you mean "alive"?), one of ',
    ],
    [
      'two measures in one line',
      { plot: { ...COMPLETE.plot, lines: [{ label: 'a', measure: 'alive,speed' }] } },
      '$.display.plot.lines[0].measure: 2 measures, one measure',
    ],
  ])('refuses %s', (_, display, problem) => {
    const problems = problemsOf(display);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('refuses states in a scenario without states', () => {
    const plain = { name: 'plain', species: [{ name: 'a', count: 1, spawn: { type: 'pool' } }] };
    const display: Display = { color: { by: 'state' } };
    expect(() => parseScenario({ ...plain, display })).toThrow(
      '$.display.color.by: found "state" in a scenario without states, expected a species with "states"',
    );
  });
});

function withControl(other: object): unknown {
  return { controls: [{ ...COMPLETE.controls[0], ...other }] };
}
