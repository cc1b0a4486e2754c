import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { name, quantity, vector, whole } from '../schema/quantities.ts';

/** The cost of a meter in an area, as a multiple of that of a meter elsewhere. */
export const areaCost = quantity('1', 0.01, 1000, 1);

/** The polygons of a mesh, flat or with heights. */
const polygons = {
  vertices: z.array(vector).check(z.minLength(3), z.maxLength(LIMITS.meshVertices)),
  polygons: z
    .array(
      z
        .array(whole(0, LIMITS.meshVertices - 1))
        .check(z.minLength(3), z.maxLength(LIMITS.meshCorners)),
    )
    .check(z.minLength(1), z.maxLength(LIMITS.meshPolygons)),
  reach: quantity('m', 0, 1e4, 1),
};

export const meshSchema = z.strictObject(polygons);

const areaSchema = z.strictObject({
  name,
  polygons: z.array(whole(0, LIMITS.meshPolygons - 1)).check(z.maxLength(LIMITS.meshPolygons)),
  cost: areaCost,
});

const linkSchema = z.strictObject({
  name,
  from: vector,
  to: vector,
  both: z._default(z.boolean(), true),
  cost: z.optional(quantity('m', 0, 1e6)),
  duration: quantity('s', 0, 1e4, 1),
  open: z._default(z.boolean(), true),
});

export const groundSchema = z.strictObject({
  ...polygons,
  areas: z.optional(z.array(areaSchema).check(z.maxLength(LIMITS.areas))),
  links: z.optional(z.array(linkSchema).check(z.maxLength(LIMITS.links))),
});

export type MeshInput = z.output<typeof meshSchema>;
export type GroundInput = z.output<typeof groundSchema>;
