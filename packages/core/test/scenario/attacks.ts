// Hand-written inputs that a scenario must refuse, and exactly what the refusal says.
import { BEHAVIOR_TYPES } from '../../src/scenario/schema.ts';

/** The keys listed instead of an unknown one, of a scenario and of a species. */
export const SCENARIO_KEYS = oneOf(
  '$schema name description seed dt duration dimensions bounds laws species map heights mesh ground fields paths routes targets regions obstacles obstacleCapacity launchers commands particles display',
);
export const SPECIES_KEYS = oneOf(
  'name count capacity whenFull spawn goals mass radius maxSpeed minSpeed maxForce damping forceFactor turnRate turn lifetime priority color body reports states compose moves atGround height areaCosts behaviors columns trail sparks',
);

function oneOf(words: string): string {
  const quoted = words.split(' ').map((word) => `"${word}"`);
  return `one of ${quoted.join(', ')}`;
}

/** The smallest scenario there is. */
export function least(replaced: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'least', species: [species()], ...replaced };
}

export function species(replaced: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'bird', count: 2, spawn: { type: 'pool' }, ...replaced };
}

export const withBehavior = (behavior: Record<string, unknown>): Record<string, unknown> =>
  least({ species: [species({ behaviors: [behavior] })] });
const withTarget = (position: unknown): Record<string, unknown> =>
  least({ targets: [{ name: 'goal', position }] });

const box = { type: 'contain', min: [-5, -5, -5], max: [5, 5, 5] };
const path = (name: string) => ({
  name,
  points: [
    [1, 2, 3],
    [4, 5, 6],
  ],
});
const armed = {
  targets: [{ name: 'goal', position: [0, 0, 0] }],
  species: [species({ behaviors: [{ type: 'homing' }] })],
  launchers: [{ name: 'gun', species: 'bird', target: 'goal', position: [0, 0, 0], speed: 3 }],
};

// The mistake, the input, and the exact line.
export const attacks: [string, unknown, string][] = [
  // Inputs that are not objects.
  ['null', null, '$: found null, expected an object'],
  ['nothing', undefined, '$: found nothing, expected an object'],
  ['an array', [], '$: found an array of 0, expected an object'],
  ['a number', 7, '$: found 7, expected an object'],
  ['a text', 'beams.json', '$: found "beams.json", expected an object'],
  // Unknown keys.
  [
    'an unknown key',
    least({ sead: 1 }),
    '$.sead: found an unknown key (did you mean "seed"?), expected one of "seed", "map", "mesh", "name", "dt", or 20 others',
  ],
  [
    'a misspelled word',
    least({ bounds: { type: 'warp' } }),
    '$.bounds.type: found "warp" (did you mean "wrap"?), expected one of "open", "wrap", "contain"',
  ],
  [
    'a rotation that is a text',
    least({ obstacles: [{ type: 'box', min: [0, 0, 0], max: [1, 1, 1], rotation: 'x' }] }),
    '$.obstacles[0].rotation: found "x", expected a number, or an array of 4 numbers',
  ],
  [
    'constructor',
    least({ constructor: {} }),
    `$.constructor: found an unknown key, expected ${SCENARIO_KEYS}`,
  ],
  [
    'an array with a constructor of its own',
    least({ species: Object.assign([null], { constructor: 5 }) }),
    '$.species[0]: found null, expected an object',
  ],
  [
    'toString',
    least({ toString: 1 }),
    `$.toString: found an unknown key, expected ${SCENARIO_KEYS}`,
  ],
  [
    'hasOwnProperty',
    least({ hasOwnProperty: 1 }),
    `$.hasOwnProperty: found an unknown key, expected ${SCENARIO_KEYS}`,
  ],
  [
    '__proto__',
    JSON.parse(
      '{"__proto__":{"x":1},"name":"a","species":[{"name":"b","count":1,"spawn":{"type":"pool"}}]}',
    ),
    '$.__proto__: found the key "__proto__", expected another name',
  ],
  [
    'a key that needs quotes',
    least({ 'a b': 1 }),
    `$["a b"]: found an unknown key, expected ${SCENARIO_KEYS}`,
  ],
  ['the empty key', least({ '': 1 }), `$[""]: found an unknown key, expected ${SCENARIO_KEYS}`],
  [
    'a misspelled word for a body',
    least({ species: [species({ body: 'brid' })] }),
    '$.species[0].body: found "brid", expected one of "dart", "bird", "bee", "kite", "missile", "fish", "shark", "sheep", "dog", "walker", "sphere", "point", "beam", or an object',
  ],
  [
    'a model without an address',
    least({ species: [species({ body: { gltf: '' } })] }),
    '$.species[0].body.gltf: found "", expected at least 1 character',
  ],
  [
    'an unknown key of a model',
    least({ species: [species({ body: { gltf: 'a.glb', sacle: 2 } })] }),
    '$.species[0].body.sacle: found an unknown key (did you mean "scale"?), expected one of "gltf", "scale"',
  ],
  [
    'an unknown key of a species',
    least({ species: [species({ speed: 1 })] }),
    `$.species[0].speed: found an unknown key, expected ${SPECIES_KEYS}`,
  ],
  [
    'a key of another behavior',
    withBehavior({ type: 'wander', brakingDistance: 1 }),
    '$.species[0].behaviors[0].brakingDistance: found an unknown key, expected one of "type", "weight", "interval", "states"',
  ],
  [
    'an unknown key of a spawn, in upper case',
    least({
      species: [species({ spawn: { type: 'sphere', center: [0, 0], radius: 1, VELOCITI: 1 } })],
    }),
    '$.species[0].spawn.VELOCITI: found an unknown key (did you mean "velocity"?), expected one of "type", "center", "radius", "velocity", "headings"',
  ],
  [
    'prototype of a species',
    least({ species: [species({ prototype: 1 })] }),
    `$.species[0].prototype: found an unknown key, expected ${SPECIES_KEYS}`,
  ],
  [
    'an unknown key of a behavior',
    withBehavior({ type: 'wander', wieght: 1 }),
    '$.species[0].behaviors[0].wieght: found an unknown key (did you mean "weight"?), expected one of "type", "weight", "interval", "states"',
  ],
  [
    'a key of another behavior',
    withBehavior({ type: 'wander', radius: 1 }),
    '$.species[0].behaviors[0].radius: found an unknown key, expected one of "type", "weight", "interval", "states"',
  ],
  [
    'an unknown key of a velocity',
    least({
      species: [
        species({
          spawn: { type: 'box', min: [0, 0], max: [1, 1], velocity: { speed: 1, up: 1 } },
        }),
      ],
    }),
    '$.species[0].spawn.velocity.up: found an unknown key, expected one of "direction", "speed"',
  ],
  [
    'limits of open bounds',
    least({ bounds: { type: 'open', min: [0, 0] } }),
    '$.bounds.min: found an unknown key, expected one of "type"',
  ],
  // Missing keys.
  ['no name', { species: [species()] }, '$.name: found nothing, expected a string'],
  ['no species', { name: 'a' }, '$.species: found nothing, expected an array'],
  [
    'no count',
    least({ species: [{ name: 'a', spawn: { type: 'pool' } }] }),
    '$.species[0].count: found nothing, expected a finite number',
  ],
  [
    'no spawn',
    least({ species: [{ name: 'a', count: 1 }] }),
    '$.species[0].spawn: found nothing, expected an object',
  ],
  [
    'a behavior without a type',
    withBehavior({ weight: 1 }),
    `$.species[0].behaviors[0].type: found nothing, expected one of ${BEHAVIOR_TYPES.map((type) => `"${type}"`).join(', ')}`,
  ],
  // Wrong types.
  ['a number for a text', least({ name: 7 }), '$.name: found 7, expected a string'],
  ['a text for a number', least({ dt: '1/60' }), '$.dt: found "1/60", expected a finite number'],
  ['null for a number', least({ seed: null }), '$.seed: found null, expected a finite number'],
  ['true for a number', least({ seed: true }), '$.seed: found true, expected a finite number'],
  [
    'an array for a number',
    least({ dt: [1] }),
    '$.dt: found an array of 1, expected a finite number',
  ],
  ['an object for a list', least({ targets: {} }), '$.targets: found an object, expected an array'],
  [
    'a list for an object',
    least({ bounds: [] }),
    '$.bounds: found an array of 0, expected an object',
  ],
  [
    'null in a list',
    least({ launchers: [null] }),
    '$.launchers[0]: found null, expected an object',
  ],
  ['a big integer', least({ seed: 1n }), '$.seed: found 1, expected a finite number'],
  // Numbers.
  ['NaN', least({ dt: Number.NaN }), '$.dt: found NaN, expected a finite number'],
  [
    'Infinity',
    least({ dt: Number.POSITIVE_INFINITY }),
    '$.dt: found Infinity, expected a finite number',
  ],
  [
    '-Infinity',
    least({ species: [species({ mass: Number.NEGATIVE_INFINITY })] }),
    '$.species[0].mass: found -Infinity, expected a finite number',
  ],
  [
    'a fraction',
    least({ species: [species({ count: 1.5 })] }),
    '$.species[0].count: found 1.5, expected a whole number',
  ],
  ['a tick of 0 s', least({ dt: 0 }), '$.dt: found 0, expected a number of at least 0.0001'],
  ['a tick of 2 s', least({ dt: 2 }), '$.dt: found 2, expected a number of at most 1'],
  ['a seed of -1', least({ seed: -1 }), '$.seed: found -1, expected a number of at least 0'],
  [
    'a seed of 2^32',
    least({ seed: 2 ** 32 }),
    '$.seed: found 4294967296, expected a number of at most 4294967295',
  ],
  [
    'no agents',
    least({ species: [species({ count: 0 })] }),
    '$.species[0].count: found 0, expected at least 1, or the key "capacity"',
  ],
  [
    'too many agents',
    least({ species: [species({ count: 4_194_305 })] }),
    '$.species[0].count: found 4194305, expected a number of at most 4194304',
  ],
  [
    'too many agents in all',
    least({ species: [species({ count: 4_000_000 }), species({ name: 'b', count: 200_000 })] }),
    '$.species: found 4200000 agents in all, expected at most 4194304',
  ],
  [
    'a negative speed',
    least({ species: [species({ maxSpeed: -1 })] }),
    '$.species[0].maxSpeed: found -1, expected a number of at least 0',
  ],
  [
    'a cosine of 1.1',
    withBehavior({ type: 'cohesion', cosine: 1.1 }),
    '$.species[0].behaviors[0].cosine: found 1.1, expected a number of at most 1',
  ],
  // Choices and texts.
  ['four dimensions', least({ dimensions: 4 }), '$.dimensions: found 4, expected 2, or 3'],
  [
    'unknown bounds',
    least({ bounds: { type: 'box' } }),
    '$.bounds.type: found "box", expected one of "open", "wrap", "contain"',
  ],
  [
    'an unknown turn',
    withBehavior({ type: 'homing', turn: 'slide' }),
    '$.species[0].behaviors[0].turn: found "slide", expected one of "rotate", "add"',
  ],
  [
    'an unknown spawn',
    least({ species: [species({ spawn: { type: 'ring' } })] }),
    '$.species[0].spawn.type: found "ring", expected one of "box", "sphere", "shell", "points", "pool"',
  ],
  [
    'an obstacle of another kind',
    least({ obstacles: [{ type: 'wall', center: [0, 0], radius: 1 }] }),
    '$.obstacles[0].type: found "wall", expected one of "sphere", "box", "capsule", "plane", "polygon"',
  ],
  [
    'a box without inside',
    least({ obstacles: [{ type: 'box', min: [0, 3, 0], max: [1, 3, 1] }] }),
    '$.obstacles[0].max[1]: found 3, expected more than 3, the value of "min[1]"',
  ],
  [
    'a plane that faces nowhere',
    least({ dimensions: 2, obstacles: [{ type: 'plane', point: [0, 0], normal: [0, 0, 1] }] }),
    '$.obstacles[0].normal: found [0, 0, 1], expected a normal that is not zero',
  ],
  [
    'agents that start toward nowhere',
    least({
      dimensions: 2,
      species: [
        species({
          spawn: { type: 'pool' },
        }),
        species({
          name: 'other',
          spawn: {
            ...{ type: 'box', min: [0, 0], max: [1, 1] },
            velocity: { speed: 2, direction: [0, 0, 1] },
          },
        }),
      ],
    }),
    '$.species[1].spawn.velocity.direction: found [0, 0, 1], expected a direction that is not zero',
  ],
  [
    'a path to follow in a scenario without paths',
    least({ species: [species({ maxSpeed: 1, behaviors: [{ type: 'stayOnPath' }] })] }),
    '$.species[0].behaviors[0].path: found nothing, expected a path; the scenario has none',
  ],
  [
    'two paths to follow at once',
    least({
      paths: [
        {
          name: 'way',
          points: [
            [0, 0],
            [1, 0],
          ],
        },
      ],
      species: [
        species({ maxSpeed: 1, behaviors: [{ type: 'followPath' }, { type: 'followPath' }] }),
      ],
    }),
    '$.species[0].behaviors[1]: found a second "followPath", expected at most one of "followPath", "navigate"',
  ],
  [
    'a second aim that does not exist',
    least({
      targets: [{ name: 'goal', position: [0, 0] }],
      species: [
        species({
          maxSpeed: 1,
          behaviors: [{ type: 'interpose', second: { quarry: 'wolf' } }],
        }),
      ],
    }),
    '$.species[0].behaviors[0].second.quarry: found "wolf", expected a species: "bird"',
  ],
  [
    'fleeing at no speed',
    {
      ...withBehavior({ type: 'flee' }),
      targets: [{ name: 'goal', position: [0, 0] }],
    },
    '$.species[0].behaviors[0]: found "flee" in a species without "maxSpeed", expected a species with "maxSpeed"',
  ],
  [
    'a name that begins with a digit',
    least({ name: '9' }),
    '$.name: found "9", expected text like /^[A-Za-z][A-Za-z0-9_-]{0,63}$/',
  ],
  [
    'a name that is too long',
    least({ name: 'x'.repeat(65) }),
    `$.name: found "${'x'.repeat(57)}...", expected text like /^[A-Za-z][A-Za-z0-9_-]{0,63}$/`,
  ],
  [
    'a path for a name',
    least({ name: '../../etc' }),
    '$.name: found "../../etc", expected text like /^[A-Za-z][A-Za-z0-9_-]{0,63}$/',
  ],
  [
    'a color by name',
    least({ species: [species({ color: 'red' })] }),
    '$.species[0].color: found "red", expected text like /^#[0-9a-fA-F]{6}$/',
  ],
  [
    'a long description',
    least({ description: 'y'.repeat(1001) }),
    `$.description: found "${'y'.repeat(57)}...", expected at most 1000 characters`,
  ],
  // Vectors.
  [
    'a point of four',
    withTarget([1, 2, 3, 4]),
    '$.targets[0].position: found an array of 4, expected an array of 2 or 3 numbers',
  ],
  [
    'a point of one',
    withTarget([1]),
    '$.targets[0].position: found an array of 1, expected an array of 2 or 3 numbers',
  ],
  [
    'a point of none',
    withTarget([]),
    '$.targets[0].position: found an array of 0, expected an array of 2 or 3 numbers',
  ],
  [
    'a text for a point',
    withTarget('0,0,0'),
    '$.targets[0].position: found "0,0,0", expected an array of 2 or 3 numbers',
  ],
  [
    'an object for a point',
    withTarget({ x: 1, y: 2 }),
    '$.targets[0].position: found an object, expected an array of 2 or 3 numbers',
  ],
  [
    'NaN in a point',
    withTarget([1, Number.NaN, 3]),
    '$.targets[0].position[1]: found NaN, expected a finite number',
  ],
  [
    'null in a point',
    withTarget([1, null]),
    '$.targets[0].position[1]: found null, expected a finite number',
  ],
  [
    'a coordinate out of range',
    withTarget([1e6, 0, 0]),
    '$.targets[0].position[0]: found 1000000, expected a number of at most 100000',
  ],
  // Lists.
  [
    'no species in the list',
    least({ species: [] }),
    '$.species: found an array of 0, expected at least 1 element',
  ],
  [
    'too many species',
    least({ species: Array.from({ length: 32 }, (_, k) => species({ name: `s${k}` })) }),
    '$.species: found an array of 32, expected at most 31 elements',
  ],
  [
    'too many behaviors',
    least({ species: [species({ behaviors: Array(17).fill({ type: 'wander' }) })] }),
    '$.species[0].behaviors: found an array of 17, expected at most 16 elements',
  ],
  [
    'too many behaviors in all',
    least({
      species: Array.from({ length: 17 }, (_, k) =>
        species({ name: `s${k}`, behaviors: Array(k === 0 ? 1 : 16).fill({ type: 'wander' }) }),
      ),
    }),
    '$.species: found 257 behaviors in all, expected at most 256',
  ],
  [
    'too many commands',
    least({ commands: Array(1025).fill({ tick: 0, type: 'fire' }) }),
    '$.commands: found an array of 1025, expected at most 1024 elements',
  ],
  // Names.
  [
    'a name twice',
    least({ species: [species(), species()] }),
    '$.species[1].name: found "bird", expected a name other than that of $.species[0]',
  ],
  [
    'a target’s name twice',
    least({
      targets: [
        { name: 'a', position: [0, 0] },
        { name: 'b', position: [0, 0] },
        { name: 'a', position: [1, 1] },
      ],
    }),
    '$.targets[2].name: found "a", expected a name other than that of $.targets[0]',
  ],
  [
    'a target that does not exist',
    least({
      targets: [{ name: 'a', position: [0, 0] }],
      species: [species({ behaviors: [{ type: 'homing', target: 'b' }] })],
    }),
    '$.species[0].behaviors[0].target: found "b", expected a target: "a"',
  ],
  [
    'homing without any target',
    withBehavior({ type: 'homing' }),
    '$.species[0].behaviors[0].target: found nothing, expected a target or a quarry; the scenario has no target',
  ],
  [
    'a quarry beside a target',
    {
      ...withBehavior({ type: 'homing', target: 'goal', quarry: 'bird' }),
      targets: [{ name: 'goal', position: [0, 0] }],
    },
    '$.species[0].behaviors[0].quarry: found both a target and a quarry, expected one of the two',
  ],
  [
    'a quarry that does not exist',
    withBehavior({ type: 'homing', quarry: 'fish' }),
    '$.species[0].behaviors[0].quarry: found "fish", expected a species: "bird"',
  ],
  [
    'a band that begins beyond its end',
    {
      ...least({
        species: [species({ maxSpeed: 1, behaviors: [{ type: 'seek', from: 3, to: 2 }] })],
      }),
      targets: [{ name: 'goal', position: [0, 0] }],
    },
    '$.species[0].behaviors[0].from: found 3, expected at most 2, the value of "to"',
  ],
  [
    'priority without a budget',
    least({ species: [species({ compose: 'priority' })] }),
    '$.species[0].compose: found "priority" without "maxForce", expected the key "maxForce", a force that the behaviors share',
  ],
  [
    'an orbit about no axis',
    least({
      targets: [
        {
          name: 'goal',
          position: [1, 0],
          motion: { type: 'orbit', center: [0, 0], axis: [0, 0, 0], rate: 1 },
        },
      ],
    }),
    '$.targets[0].motion.axis: found [0, 0, 0], expected an axis that is not zero',
  ],
  [
    'a target on a path that does not exist',
    least({
      targets: [
        { name: 'goal', position: [1, 0], motion: { type: 'path', path: 'way', speed: 1 } },
      ],
    }),
    '$.targets[0].motion.path: found "way", expected the name of a path, but the scenario has none',
  ],
  [
    'a target beside the begin of its path',
    least({
      paths: [
        {
          name: 'way',
          points: [
            [0, 0],
            [1, 0],
          ],
        },
      ],
      targets: [
        { name: 'goal', position: [1, 0], motion: { type: 'path', path: 'way', speed: 1 } },
      ],
    }),
    '$.targets[0].position: found [1, 0, 0], expected the first point of the path, [0, 0, 0]',
  ],
  [
    'a species that does not exist',
    withBehavior({ type: 'cohesion', species: ['bird', 'fish'] }),
    '$.species[0].behaviors[0].species[1]: found "fish", expected a species: "bird"',
  ],
  [
    'a launcher of no species',
    least({
      targets: [{ name: 'a', position: [0, 0] }],
      launchers: [{ name: 'gun', species: 'beam', target: 'a', position: [0, 0], speed: 1 }],
    }),
    '$.launchers[0].species: found "beam", expected a species: "bird"',
  ],
  [
    'a launcher of a species that is not a pool',
    least({
      species: [species({ spawn: { type: 'sphere', center: [0, 0], radius: 1 } })],
      targets: [{ name: 'a', position: [0, 0] }],
      launchers: [{ name: 'gun', species: 'bird', target: 'a', position: [0, 0], speed: 1 }],
    }),
    '$.launchers[0].species: found a species with spawn "sphere", expected a species with spawn "pool"',
  ],
  [
    'a fire without a launcher',
    least({ commands: [{ tick: 0, type: 'fire' }] }),
    '$.commands[0]: found a scenario without a launcher, expected a scenario with a launcher',
  ],
  [
    'a move without a target',
    least({ commands: [{ tick: 0, type: 'move', position: [0, 0] }] }),
    '$.commands[0]: found a scenario without a target, expected a scenario with a target',
  ],
  [
    'a command before the start',
    least({ commands: [{ tick: -1, type: 'set', species: 'bird', parameter: 'mass', value: 2 }] }),
    '$.commands[0].tick: found -1, expected a number of at least 0',
  ],
  [
    'a set of no parameter',
    least({
      commands: [{ tick: 0, type: 'set', species: 'bird', parameter: '__proto__', value: 2 }],
    }),
    '$.commands[0].parameter: found "__proto__", expected one of mass, radius, maxSpeed, minSpeed, maxForce, damping, forceFactor, turnRate, lifetime, priority',
  ],
  [
    'a set out of range',
    least({ commands: [{ tick: 0, type: 'set', species: 'bird', parameter: 'mass', value: -2 }] }),
    '$.commands[0].value: found -2, expected a number from 0.000001 to 1000000',
  ],
  // Conflicts between keys.
  [
    'bounds inside out',
    least({ bounds: { type: 'contain', min: [0, 5, 0], max: [1, 1, 1] } }),
    '$.bounds.max[1]: found 1, expected more than 5, the value of $.bounds.min[1]',
  ],
  [
    'flat bounds in space',
    least({ bounds: { type: 'wrap', min: [0, 0], max: [9, 9] } }),
    '$.bounds.max[2]: found 0, expected more than 0, the value of $.bounds.min[2]',
  ],
  [
    'a radius too large for a torus',
    least({
      bounds: { type: 'wrap', min: [0, 0, 0], max: [9, 3.01, 9] },
      species: [species({ behaviors: [{ type: 'cohesion', radius: 1.1 }] })],
    }),
    '$.species[0].behaviors[0].radius: found 1.1, expected at most 1, a third of the shortest edge of bounds that wrap',
  ],
  [
    'a box inside out',
    least({ species: [species({ spawn: { type: 'box', min: [0, 0, 2], max: [1, 1, 1] } })] }),
    '$.species[0].spawn.max[2]: found 1, expected at least 2, the value of "min[2]"',
  ],
  [
    'too few points',
    least({ species: [species({ spawn: { type: 'points', positions: [[0, 0]] } })] }),
    '$.species[0].spawn.positions: found 1 points, expected 2, the "count" of the species',
  ],
  [
    'too many velocities',
    least({
      species: [
        species({
          spawn: {
            type: 'points',
            positions: [
              [0, 0],
              [1, 1],
            ],
            velocities: [
              [0, 0],
              [1, 1],
              [2, 2],
            ],
          },
        }),
      ],
    }),
    '$.species[0].spawn.velocities: found 3 velocities, expected one for each of the 2 positions',
  ],
  [
    'a spawn outside the bounds',
    least({
      bounds: { type: 'contain', min: [-1, -1, -1], max: [1, 1, 1] },
      species: [
        species({
          spawn: {
            type: 'points',
            positions: [
              [0, 0, 0],
              [0, 5, 0],
            ],
          },
        }),
      ],
    }),
    '$.species[0].spawn.positions[1]: found y at 5, expected inside the bounds, -1 to 1',
  ],
  [
    'a least speed above the largest',
    least({ species: [species({ minSpeed: 3, maxSpeed: 2 })] }),
    '$.species[0].minSpeed: found 3, expected at most 2, the value of "maxSpeed"',
  ],
  [
    'seek without a largest speed',
    least({
      targets: [{ name: 'a', position: [0, 0] }],
      species: [species({ behaviors: [{ type: 'seek' }] })],
    }),
    '$.species[0].behaviors[0]: found "seek" in a species without "maxSpeed", expected a species with "maxSpeed"',
  ],
  [
    'orca without maxSpeed',
    withBehavior({ type: 'orca' }),
    '$.species[0].behaviors[0]: found "orca" in a species without "maxSpeed", expected a species with "maxSpeed"',
  ],
  [
    'goal without goals',
    least({ species: [species({ maxSpeed: 1, behaviors: [{ type: 'goal' }] })] }),
    '$.species[0].behaviors[0]: found "goal" in a species without goals, expected a species with goals',
  ],
  [
    'goals that mirror a pool',
    least({ species: [species({ goals: { type: 'mirror', center: [0, 0] } })] }),
    '$.species[0].goals: found "mirror" of a pool, expected goals of type "points"',
  ],
  [
    'fewer goals than agents',
    least({ species: [species({ goals: { type: 'points', positions: [[0, 0]] } })] }),
    '$.species[0].goals.positions: found 1 points, expected 2, the "count" of the species',
  ],
  [
    'containment without walls',
    withBehavior({ type: 'containment' }),
    '$.species[0].behaviors[0]: found "containment" with open bounds, expected bounds with "min" and "max"',
  ],
  // Places beyond the bounds, in part or whole.
  [
    'a sphere of spawn that leaves the bounds',
    least({
      bounds: box,
      species: [species({ spawn: { type: 'sphere', center: [4, 0, 0], radius: 2 } })],
    }),
    '$.species[0].spawn: found x at 6, expected inside the bounds, -5 to 5',
  ],
  [
    'a box of spawn that begins beyond the bounds',
    least({
      bounds: box,
      species: [species({ spawn: { type: 'box', min: [0, -6, 0], max: [1, 1, 1] } })],
    }),
    '$.species[0].spawn.min: found y at -6, expected inside the bounds, -5 to 5',
  ],
  [
    'a box of spawn that ends beyond the bounds',
    least({
      bounds: box,
      species: [species({ spawn: { type: 'box', min: [0, 0, 0], max: [1, 1, 7] } })],
    }),
    '$.species[0].spawn.max: found z at 7, expected inside the bounds, -5 to 5',
  ],
  // Misspellings inside optional parts, and of one of a few words.
  [
    'a misspelled key of sparks',
    least({
      species: [species({ sparks: { cuont: 3 }, behaviors: [{ type: 'homing', quarry: 'bird' }] })],
    }),
    '$.species[0].sparks.cuont: found an unknown key (did you mean "count"?), expected one of "count", "sharpness", "slowest", "radius", "attenuation", "randomWalk", "damping", "gravity"',
  ],
  [
    'a misspelled choice of two',
    withBehavior({ type: 'avoidance', steer: 'arround' }),
    '$.species[0].behaviors[0].steer: found "arround" (did you mean "around"?), expected one of "around", "reflect"',
  ],
  // References.
  [
    'a path that does not exist, beside two that do',
    least({
      paths: ['a', 'b'].map(path),
      species: [species({ maxSpeed: 1, behaviors: [{ type: 'followPath', path: 'c' }] })],
    }),
    '$.species[0].behaviors[0].path: found "c", expected a path: "a", "b"',
  ],
  [
    'a fire of a launcher that does not exist',
    least({ ...armed, commands: [{ tick: 0, type: 'fire', launcher: 'bow' }] }),
    '$.commands[0].launcher: found "bow", expected one of "gun"',
  ],
  [
    'a fire of more agents than exist',
    least({ ...armed, commands: [{ tick: 0, type: 'fire', count: 3 }] }),
    '$.commands[0].count: found 3, expected at most 2, the size of the pool "bird"',
  ],
  [
    'a launcher that is wrong itself, and a fire of it',
    least({
      ...armed,
      launchers: [{ ...armed.launchers[0], speed: 'x' }],
      commands: [{ tick: 0, type: 'fire' }],
    }),
    '$.launchers[0].speed: found "x", expected a finite number',
  ],
  [
    'a parameter of a behavior for a species without any',
    least({
      commands: [
        { tick: 0, type: 'set', species: 'bird', behavior: 0, parameter: 'weight', value: 1 },
      ],
    }),
    '$.commands[0].behavior: found 0, expected no behavior, because the species has none',
  ],
  [
    'containment in invalid bounds',
    least({
      bounds: { type: 'box' },
      species: [species({ behaviors: [{ type: 'containment' }] })],
    }),
    '$.bounds.type: found "box", expected one of "open", "wrap", "contain"',
  ],
];

/** Inputs that are only just accepted. */
export const accepted: [string, unknown][] = [
  [
    'spawns that fill the bounds',
    least({
      bounds: box,
      species: [
        species({ spawn: { type: 'box', min: box.min, max: box.max } }),
        species({ name: 'fish', spawn: { type: 'sphere', center: [0, 0, 0], radius: 5 } }),
      ],
    }),
  ],
  [
    'a radius of almost a third of an edge',
    least({
      bounds: { ...box, type: 'wrap' },
      species: [species({ behaviors: [{ type: 'cohesion', radius: 10 / 3.01 }] })],
    }),
  ],
  [
    'a target at the beginning of its path',
    least({
      paths: [path('a')],
      targets: [
        { name: 'goal', position: [1, 2, 3], motion: { type: 'path', path: 'a', speed: 1 } },
      ],
    }),
  ],
  [
    'an orbit without an axis, in the plane',
    least({
      dimensions: 2,
      targets: [
        {
          name: 'goal',
          position: [1, 2],
          motion: { type: 'orbit', center: [0, 0], axis: [0, 0, 0], rate: 1 },
        },
      ],
    }),
  ],
];
