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
        z.meta({ description: 'Corners of polygons. Vertices at the same position count as one.' }),
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
            'Convex polygons, each as a list of its vertices in order. Paths cross from one polygon to another at a shared edge.',
        }),
      ),
    reach: quantity(
      'm',
      0,
      1e4,
      'For a goal up to this far from the mesh, the nearest point of the mesh is used. A goal farther away is unreachable.',
      1,
    ),
  })
  .check(
    z.meta({
      description:
        'A navigation mesh: convex polygons in the plane that agents cannot leave. Used instead of a map. Not with bounds that wrap.',
    }),
  );

export type MeshInput = z.output<typeof meshSchema>;
