import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

export const meshSchema = z
  .strictObject({
    vertices: z
      .array(vector)
      .check(
        z.minLength(3),
        z.maxLength(LIMITS.meshVertices),
        z.meta({ description: 'Corners of polygons; two at one place count as one.' }),
      ),
    polygons: z
      .array(
        z
          .array(whole(0, LIMITS.meshVertices - 1, 'Index of a vertex.'))
          .check(z.minLength(3), z.maxLength(LIMITS.meshCorners)),
      )
      .check(
        z.minLength(1),
        z.maxLength(LIMITS.meshPolygons),
        z.meta({
          description:
            'Convex polygons as lists of vertices in order. Paths lead from one to another across an edge that both have.',
        }),
      ),
    reach: quantity(
      'm',
      0,
      1e4,
      'A goal up to this far from the mesh stands for the nearest point on it. A goal farther away is unreachable.',
      1,
    ),
  })
  .check(
    z.meta({
      description:
        'A navigation mesh: convex polygons in the plane where agents can be. They do not leave it. Replaces a map. Not with bounds that wrap.',
    }),
  );

export type MeshInput = z.output<typeof meshSchema>;
