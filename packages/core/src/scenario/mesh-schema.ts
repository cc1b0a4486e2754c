import * as z from 'zod/mini';
import { LIMITS } from '../schema/limits.ts';
import { quantity, vector, whole } from '../schema/quantities.ts';

export const meshSchema = z
  .strictObject({
    vertices: z.array(vector).check(
      z.minLength(3),
      z.maxLength(LIMITS.meshVertices),
      z.meta({
        description:
          'Positions of the corners of polygons. Vertices at the same position count as one vertex.',
      }),
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
            'Convex polygons. Each is a list of the indices of its vertices, in order. Paths cross from one polygon to another at a shared edge.',
        }),
      ),
    reach: quantity(
      'm',
      0,
      1e4,
      'If a goal is off the mesh by at most this distance, agents go to the nearest point of the mesh. A goal farther away is unreachable.',
      1,
    ),
  })
  .register(z.globalRegistry, {
    description:
      'A navigation mesh: convex polygons in the plane. Agents must stay on them. A mesh replaces a map, and excludes bounds of type "wrap".',
  });

export type MeshInput = z.output<typeof meshSchema>;
