import { defineLaw, select } from '../../src/laws/index.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/schema.ts';

/** Tires while it flees, recovers otherwise, and shows this to its neighbors. */
const tire = defineLaw({
  name: 'tire',
  description: 'Breath goes while fleeing, and comes back.',
  columns: { breath: { type: 'f32', min: 0, max: 5, default: 3 }, state: { type: 'u32' } },
  force({ self, neighbors }) {
    const near = neighbors.within(4);
    return near.sum((other) => other.offset.mul(other.breath.sub(self.breath).mul(0.02)));
  },
  next({ self, dt }) {
    const flees = self.state.equal(1);
    return { breath: self.breath.add(select(flees, dt.mul(-2), dt)).clamp(0, 5) };
  },
});

export interface StateSceneOptions {
  readonly dimensions?: 2 | 3;
  readonly bounds?: 'wrap' | 'contain';
  readonly compose?: 'sum' | 'priority';
  readonly seed?: number;
}

/**
 * Sheep that graze, flee, rest and go home, among wolves that sleep and hunt, and flies without states: transitions of
 * every kind, and behaviors with neighbors, laws, trees, ways and context in states.
 */
export function stateScene({
  dimensions = 2,
  bounds = 'wrap',
  compose = 'sum',
  seed = 5,
}: StateSceneOptions = {}): Scenario {
  const min = [-40, -25, -15].slice(0, dimensions);
  const max = [40, 25, 15].slice(0, dimensions);
  const spawn = { type: 'box', min, max, velocity: { speed: 2 } };
  return parseScenario(
    {
      name: 'pasture',
      seed,
      dt: 0.1,
      dimensions,
      bounds: { type: bounds, min, max },
      regions: [{ name: 'pond', type: 'sphere', center: [10, 5, 0], radius: 9 }],
      targets: [{ name: 'fold', position: [-20, 10, 0], radius: 2 }],
      paths: [{ name: 'round', points: [min, max], closed: true }],
      species: [
        {
          ...{ name: 'sheep', count: 403, capacity: 420, spawn, radius: 0.2, compose },
          ...{ maxSpeed: 5, maxForce: 20, turnRate: 4 },
          goals: { type: 'mirror', center: [0, 0, 0] },
          states: [
            {
              name: 'graze',
              next: [
                { type: 'near', to: 'flee', species: 'wolf', distance: 4 },
                { type: 'entered', to: 'rest', region: 'pond' },
                { type: 'chance', to: 'homing', rate: 0.5 },
              ],
            },
            {
              name: 'flee',
              next: [
                { type: 'below', to: 'rest', column: 'breath', value: 1 },
                { type: 'far', to: 'graze', species: 'wolf', distance: 6 },
              ],
            },
            {
              name: 'rest',
              next: [
                { type: 'above', to: 'graze', column: 'breath', value: 2.5 },
                { type: 'far', to: 'graze', species: 'fly', distance: 7 },
                { type: 'near', to: 'flee', species: 'wolf', distance: 0.7 },
                { type: 'near', to: 'homing', species: 'fly', distance: 1 },
                { type: 'near', to: 'flee', species: 'fly', distance: 1.6 },
                { type: 'after', to: 'homing', time: 1.3 },
              ],
            },
            {
              name: 'homing',
              next: [
                { type: 'near', to: 'rest', target: 'fold', distance: 3 },
                { type: 'arrived', to: 'graze', radius: 4 },
                { type: 'left', to: 'graze', region: 'pond' },
                { type: 'after', to: 'graze', time: 4 },
              ],
            },
          ],
          reports: [
            { type: 'entered', state: 'flee' },
            { type: 'entered', region: 'pond' },
            { type: 'near', species: 'wolf', distance: 2 },
          ],
          behaviors: [
            { type: 'separation', radius: 2 },
            { type: 'cohesion', radius: 5, states: ['graze', 'homing'] },
            { type: 'alignment', radius: 5, states: ['homing'] },
            { type: 'separation', radius: 3, weight: 3, states: ['flee'] },
            { type: 'evade', quarry: 'wolf', weight: 6, states: ['flee'] },
            { type: 'wander', weight: 2, states: ['graze'] },
            { type: 'goal', weight: 2, states: ['homing'] },
            { type: 'seek', target: 'fold', weight: 3, states: ['homing'] },
            { type: 'law:tire', states: ['graze', 'flee', 'rest'] },
          ],
        },
        {
          ...{ name: 'wolf', count: 7, spawn, maxSpeed: 6 },
          states: [
            { name: 'sleep', next: [{ type: 'after', to: 'hunt', time: 1 }] },
            { name: 'hunt', next: [{ type: 'chance', to: 'sleep', rate: 0.4 }] },
          ],
          behaviors: [
            { type: 'pursue', quarry: 'sheep', weight: 4, states: ['hunt'] },
            { type: 'followPath', weight: 2, states: ['sleep'] },
          ],
        },
        {
          ...{ name: 'fly', count: 97, spawn, maxSpeed: 8 },
          behaviors: [{ type: 'wander' }, { type: 'alignment', radius: 3, species: ['fly'] }],
        },
      ],
      commands: [
        { tick: 4, type: 'write', ids: [3, 5], column: 'state', words: [3, 77] },
        { tick: 6, type: 'spawn', species: 'sheep', count: 5, box: { min, max } },
        { tick: 9, type: 'remove', ids: [4] },
      ],
    },
    { laws: [tire] },
  );
}

export const STATE_SCENES: readonly [string, StateSceneOptions][] = [
  ['a torus in the plane', {}],
  ['walls in the plane, by priority', { bounds: 'contain', compose: 'priority' }],
  ['a torus in space', { dimensions: 3 }],
];
