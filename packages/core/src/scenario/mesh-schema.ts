import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

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

export const groundSchema = z.strictObject(polygons);

export type MeshInput = z.output<typeof meshSchema>;
export type GroundInput = z.output<typeof groundSchema>;
