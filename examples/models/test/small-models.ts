import { ants } from '../ants.ts';
import { couzin } from '../couzin.ts';
import { epidemic } from '../epidemic.ts';
import { evacuation } from '../evacuation.ts';
import { fireflies } from '../fireflies.ts';
import { foodChain } from '../food-chain.ts';
import { lanes } from '../lanes.ts';
import { particleLife } from '../particle-life.ts';
import { physarum } from '../physarum.ts';
import { predators } from '../predators.ts';
import { swarmalators } from '../swarmalators.ts';
import { topological } from '../topological.ts';
import { vicsek } from '../vicsek.ts';

/** Each model with few agents, whose numbers do not divide each other. */
export const SMALL_MODELS = {
  ants: ants({ count: 211 }),
  couzin: couzin({ count: 89, orientation: 3 }),
  epidemic: epidemic({ count: 211, ill: 23 }),
  evacuation: evacuation({ count: 151 }),
  fireflies: fireflies({ count: 211 }),
  foodChain: foodChain({ edge: 20, sheep: 40, wolves: 9 }),
  lanes: lanes({ count: 214 }),
  particleLife: particleLife({ counts: [71, 73, 67] }),
  physarum: physarum({ count: 1009, edge: 61 }),
  predators: predators({ count: 211, hunters: 7 }),
  swarmalators: swarmalators({ count: 61 }),
  topological: topological({ count: 211 }),
  vicsek: vicsek({ count: 211 }),
};
