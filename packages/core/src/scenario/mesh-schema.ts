import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

export const meshSchema = z.strictObject({
  vertices: z.array(vector).check(z.minLength(3), z.maxLength(LIMITS.meshVertices)),
  polygons: z
    .array(
      z
        .array(whole(0, LIMITS.meshVertices - 1))
        .check(z.minLength(3), z.maxLength(LIMITS.meshCorners)),
    )
    .check(z.minLength(1), z.maxLength(LIMITS.meshPolygons)),
  reach: quantity('m', 0, 1e4, 1),
});

export type MeshInput = z.output<typeof meshSchema>;
