import * as z from 'zod/mini';
import { HITTABLE, type QueryType } from './request.ts';

/** The schemas of requests. Only the host checks requests, so threads do not load this file. */

/**
 * The largest absolute value of a coordinate, and the largest length (m). The sum of the squares of three such numbers
 * is still finite in f32.
 */
const MAX_COORDINATE = 1e18;
/** The largest radius of a body (m), as in scenarios. */
const MAX_BODY = 1e4;
const MAX_K = 1024;

/** Describes an array in a request. The array has one or three numbers per query. */
export interface Bulk {
  readonly components: 1 | 3;
  readonly min: number;
  readonly max: number;
  /** Whether the array holds directions, each as three numbers. The three numbers of a direction cannot all be 0. */
  readonly direction?: true;
  /** The default of each number in the array. If there is no default, every request must contain the array. */
  readonly otherwise?: number;
}

const point: Bulk = { components: 3, min: -MAX_COORDINATE, max: MAX_COORDINATE };
const direction: Bulk = { ...point, direction: true };
const distance: Bulk = { components: 1, min: 0, max: MAX_COORDINATE };
const anyDistance: Bulk = { ...distance, otherwise: Number.POSITIVE_INFINITY };

/** The arrays that each kind of request has. The length of the first array determines the number of queries. */
export const BULKS: Readonly<Record<QueryType, Readonly<Record<string, Bulk>>>> = {
  nearest: { points: point, radius: anyDistance },
  radius: { points: point, radius: distance },
  box: { min: point, max: point },
  cone: {
    points: point,
    directions: direction,
    radius: distance,
    angle: { components: 1, min: 0, max: Math.PI },
  },
  ray: { origins: point, directions: direction, length: anyDistance },
  sweep: {
    origins: point,
    directions: direction,
    length: anyDistance,
    radius: { ...distance, max: MAX_BODY },
  },
};

const floats = z.custom<Float32Array>((value) => value instanceof Float32Array, {
  error: 'a Float32Array',
});

function schemaOf({ components, min, max, otherwise }: Bulk): z.ZodMiniType {
  if (components === 3) return floats;
  const one = z.number().check(z.minimum(min), z.maximum(max));
  const any = z.union([otherwise === Number.POSITIVE_INFINITY ? infinite(one) : one, floats]);
  return otherwise === undefined ? any : z.optional(any);
}

/** Extends the schema of a number so that it accepts Infinity, which `z.number` refuses. */
function infinite(one: z.ZodMiniType): z.ZodMiniType {
  return z.union([one, z.literal(Number.POSITIVE_INFINITY)]);
}

const asked = {
  species: z.optional(z.union([z.string(), z.array(z.string()).check(z.minLength(1))])),
  ignore: z.optional(
    z.custom<Uint32Array>((value) => value instanceof Uint32Array, { error: 'a Uint32Array' }),
  ),
};
const against = z.optional(z.array(z.enum(HITTABLE)).check(z.minLength(1)));

/** Creates the schema of one kind of request. */
function requestSchema(type: QueryType, more: Record<string, z.ZodMiniType> = {}) {
  const bulks = Object.entries(BULKS[type]).map(([name, bulk]) => [name, schemaOf(bulk)]);
  return z.strictObject({ type: z.literal(type), ...Object.fromEntries(bulks), ...asked, ...more });
}

export const querySchema = z.discriminatedUnion('type', [
  requestSchema('nearest', { k: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_K)) }),
  requestSchema('radius'),
  requestSchema('box'),
  requestSchema('cone'),
  requestSchema('ray', { against }),
  requestSchema('sweep', { against }),
]);
