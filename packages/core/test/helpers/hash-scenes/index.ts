import { FIELD_SCENES, fieldScene } from '../../fields/scenes.ts';
import { STATE_SCENES, stateScene } from '../../states/scenes.ts';
import { CONTEXT } from './context.ts';
import { DODGING } from './dodging.ts';
import { FLOCKING } from './flocking.ts';
import { GUIDANCE } from './guidance.ts';
import type { HashScene } from './hash-scene.ts';
import { LAYERS } from './layers.ts';
import { STEERING } from './steering.ts';

/** Scenes of features, to which each new one adds its own. */
export const HASH_SCENES: readonly HashScene[] = [
  ...STEERING,
  ...GUIDANCE,
  ...DODGING,
  ...CONTEXT,
  ...FLOCKING,
  ...LAYERS,
  ...FIELD_SCENES.map(([name, options]) => ({
    name: `fields: ${name}`,
    make: () => fieldScene(options),
    isFirst: true,
    ticks: 8,
  })),
  ...STATE_SCENES.map(([name, options]) => ({
    name: `states: ${name}`,
    make: () => stateScene(options),
    isFirst: true,
    ticks: 30,
  })),
];
