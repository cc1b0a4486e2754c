import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity, vector } from '../schema/quantities.ts';

/** A named region of space, for reports and transitions. Regions do not move. */
export const regionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('box'), name, min: vector, max: vector }),
  z.strictObject({
    type: z.literal('sphere'),
    name,
    center: vector,
    radius: quantity('m', 0, LIMITS.coordinate),
  }),
]);

const target = z.optional(name);
/** What an agent enters and leaves. */
export const passed = { region: z.optional(name), link: z.optional(name) };

/** A report of a species. It raises an event each time its condition becomes true for one of the agents. */
export const reportSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('arrived'),
    target: target,
    path: z.optional(name),
    radius: quantity('m', 0, LIMITS.coordinate, 1),
  }),
  z.strictObject({
    type: z.literal('unreachable'),
    target: target,
  }),
  z.strictObject({ type: z.literal('waiting') }),
  z.strictObject({
    type: z.literal('entered'),
    ...passed,
    state: z.optional(name),
  }),
  z.strictObject({
    type: z.literal('left'),
    ...passed,
  }),
  z.strictObject({ type: z.literal('born') }),
  z.strictObject({ type: z.literal('died') }),
  z.strictObject({
    type: z.literal('near'),
    species: z.optional(name),
    target: target,
    distance: quantity('m', 0, LIMITS.coordinate),
    release: z.optional(quantity('m', 0, LIMITS.coordinate)),
  }),
]);

export type Report = z.output<typeof reportSchema>;
export type Region = z.output<typeof regionSchema>;

/** The default of `release`, as a multiple of `distance`. */
const RELEASE = 1.1;

/** Returns the distance (m) that must be exceeded before the next approach is reported. */
export function releaseOf({
  distance,
  release = RELEASE * distance,
}: Extract<Report, { type: 'near' }>): number {
  return release;
}
