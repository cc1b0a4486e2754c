import { bees } from './bees.mjs';
import { flocks } from './flocks.mjs';
import { hits } from './hits.mjs';
import { models, swarmalators } from './models.mjs';
import { steps } from './steps.mjs';
import { verification } from './verification.mjs';

/**
 * The figures of the documentation that a command measures, by the name that the command takes.
 *
 * @type {Record<string, import('./figure.mjs').Figure>}
 */
export const FIGURES = { bees, flocks, hits, steps, swarmalators, models, verification };
