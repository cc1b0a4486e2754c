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
            'Convex polygons as lists of vertices, all the way around. A way leads from one to another across an edge that both have, from vertex to vertex.',
        }),
      ),
    reach: quantity(
      'm',
      0,
      1e4,
      'How far beside the mesh a goal may be that stands for the nearest point on it; no way leads to one farther away.',
      1,
    ),
  })
  .check(
    z.meta({
      description:
        'A navigation mesh: convex polygons in the plane where agents can be. They find ways from polygon to polygon and do not leave the mesh. In place of a map. Bounds that wrap have no mesh.',
    }),
  );

export type MeshInput = z.output<typeof meshSchema>;
