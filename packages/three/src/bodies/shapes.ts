/**
 * The shape of an agent's body, as triangles. x points left, y points up, z points ahead. The shapes sheep and dog
 * are about two units long. A walker or a sphere has a radius of one unit. Every other shape is about one unit long.
 * `limb` is how strongly a vertex moves with the beat of the wings. `tone` is the brightness of the vertex relative to
 * the color of the species.
 */
export interface Shape {
  /** Three vertices per triangle, and seven numbers per vertex: x, y, z, limb, and the tones of red, green and blue. */
  readonly vertices: Float32Array;
  /** The angle by which wings move up and down from their middle position, in rad. */
  readonly flap: number;
  /** The distance by which the tail swings to each side, in body lengths. */
  readonly wave: number;
  /** The number of beats of the wings or the tail at full effort, per s. */
  readonly rate: number;
  /** The fraction of the computed roll that the body shows when the agent turns. */
  readonly bank: number;
  /** How strongly the heading of the agent tints its color. */
  readonly tint: number;
  /** The length of one unit of the coordinates, as a multiple of the radius of the agent. */
  readonly scale: number;
  /** The minimum size at which a body is drawn, as a fraction of the radius of the scene. */
  readonly least: number;
  /** The minimum size at which a body is drawn, in pixels. */
  readonly pixels: number;
}

type Vertex = readonly [x: number, y: number, z: number, limb?: number, tone?: number];
type Triangle = readonly [Vertex, Vertex, Vertex];
type Ring = readonly [z: number, halfWidth: number, halfHeight: number, tone: number, y?: number];

const FLIER = {
  flap: 0,
  wave: 0,
  rate: 0,
  bank: 1,
  tint: 0.16,
  scale: 3,
  least: 1 / 36,
  pixels: 9,
};
const ROUND = { flap: 0, wave: 0, rate: 0, bank: 0, tint: 0.03, scale: 1, least: 0, pixels: 2.2 };

export const SHAPES = {
  dart: shape({ ...FLIER }, [
    [
      [0, 0, 0.6],
      [-0.34, 0.07, -0.4],
      [0, 0.02, -0.3],
    ],
    [
      [0, 0, 0.6],
      [0, 0.02, -0.3],
      [0.34, 0.07, -0.4],
    ],
    [
      [0, 0, 0.6, 0, 0.6],
      [0, 0.02, -0.3, 0, 0.6],
      [0, -0.16, -0.36, 0, 0.6],
    ],
  ]),
  bird: shape({ ...FLIER, flap: 0.75, rate: 4.2 }, [
    ...tube(4, [
      [0.52, 0, 0, 0.7],
      [0.3, 0.07, 0.07, 1],
      [0, 0.085, 0.08, 1],
      [-0.32, 0.02, 0.03, 0.85],
    ]),
    ...twice([
      [
        [0.05, 0.03, 0.24, 0, 1],
        [0.05, 0.02, -0.1, 0, 0.9],
        [0.42, 0.05, 0.26, 1, 1],
      ],
      [
        [0.05, 0.02, -0.1, 0, 0.9],
        [0.4, 0.04, -0.02, 1, 0.8],
        [0.42, 0.05, 0.26, 1, 1],
      ],
      [
        [0.42, 0.05, 0.26, 1, 0.85],
        [0.4, 0.04, -0.02, 1, 0.7],
        [0.86, 0.02, -0.08, 1, 0.5],
      ],
      [
        [0, 0.02, -0.28, 0, 0.8],
        [0, 0.02, -0.5, 0, 0.6],
        [0.12, 0.02, -0.54, 0, 0.6],
      ],
    ]),
  ]),
  fish: shape({ ...FLIER, wave: 0.1, rate: 3, bank: 0.6, scale: 4, least: 1 / 46, pixels: 6 }, [
    ...tube(4, [
      [0.5, 0, 0, 0.8],
      [0.2, 0.08, 0.17, 1],
      [-0.05, 0.075, 0.15, 1],
      [-0.34, 0.015, 0.03, 0.85],
    ]),
    [
      [0, 0, -0.3],
      [0, 0.19, -0.56, 0, 0.7],
      [0, 0.02, -0.46, 0, 0.8],
    ],
    [
      [0, 0, -0.3],
      [0, 0.02, -0.46, 0, 0.8],
      [0, -0.17, -0.56, 0, 0.7],
    ],
    [
      [0, 0.15, 0.16, 0, 0.8],
      [0, 0.13, -0.06, 0, 0.8],
      [0, 0.26, -0.06, 0, 0.6],
    ],
  ]),
  shark: shape({ ...FLIER, wave: 0.08, rate: 1.3, bank: 0.8, scale: 6 }, [
    ...tube(6, [
      [0.5, 0, 0, 1, 0.01],
      [0.36, 0.06, 0.05, 1],
      [0.1, 0.095, 0.1, 1],
      [-0.2, 0.05, 0.06, 0.9],
      [-0.42, 0.012, 0.02, 0.8],
    ]),
    [
      [0, 0, -0.38],
      [0, 0.24, -0.58, 0, 0.7],
      [0, 0, -0.46, 0, 0.8],
    ],
    [
      [0, 0, -0.38],
      [0, 0, -0.46, 0, 0.8],
      [0, -0.12, -0.53, 0, 0.7],
    ],
    [
      [0, 0.09, 0.12, 0, 0.8],
      [0, 0.05, -0.08, 0, 0.8],
      [0, 0.25, -0.08, 0, 0.6],
    ],
    ...twice([
      [
        [0.07, -0.03, 0.2, 0, 0.8],
        [0.07, -0.03, 0.05, 0, 0.8],
        [0.34, -0.08, -0.02, 0, 0.6],
      ],
    ]),
  ]),
  bee: shape({ ...FLIER, flap: 0.9, rate: 14, bank: 0.5, scale: 3, least: 0, pixels: 9 }, [
    ...tube(6, [
      [0.5, 0, 0, 0.3],
      [0.44, 0.12, 0.12, 0.3],
      [0.24, 0.15, 0.15, 1],
      [0.12, 0.21, 0.2, 0.25],
      [0, 0.23, 0.22, 1.1],
      [-0.14, 0.23, 0.22, 0.25],
      [-0.26, 0.2, 0.19, 1.1],
      [-0.4, 0.1, 0.1, 0.25],
      [-0.52, 0, 0, 0.2],
    ]),
    ...twice([
      [
        [0.08, 0.16, 0.22, 0, 1.6],
        [0.62, 0.22, 0.02, 1, 1.6],
        [0.5, 0.22, 0.3, 1, 1.6],
      ],
      [
        [0.08, 0.16, 0.14, 0, 1.5],
        [0.42, 0.2, -0.2, 1, 1.5],
        [0.54, 0.2, 0, 1, 1.5],
      ],
    ]),
  ]),
  kite: shape({ ...FLIER, scale: 4, least: 1 / 28 }, [
    ...tube(6, [
      [0.6, 0, 0, 0.8],
      [0.3, 0.05, 0.05, 1],
      [-0.1, 0.075, 0.07, 1],
      [-0.45, 0.05, 0.05, 0.5],
    ]),
    ...twice([
      [
        [0.05, 0, 0.22],
        [0.05, 0, -0.4, 0, 0.85],
        [0.56, 0.05, -0.34, 0, 0.75],
      ],
      [
        [0.05, 0, -0.4, 0, 0.85],
        [0.5, 0.05, -0.46, 0, 0.6],
        [0.56, 0.05, -0.34, 0, 0.75],
      ],
      [
        [0.07, 0.04, -0.2, 0, 0.7],
        [0.07, 0.04, -0.44, 0, 0.7],
        [0.16, 0.26, -0.48, 0, 0.6],
      ],
    ]),
  ]),
  missile: shape({ ...FLIER, bank: 0, scale: 6, least: 1 / 60, pixels: 4 }, [
    ...tube(5, [
      [0.5, 0, 0, 1.3],
      [0.34, 0.06, 0.06, 1],
      [-0.44, 0.06, 0.06, 0.8],
      [-0.5, 0, 0, 1.5],
    ]),
    ...twice([
      [
        [0.05, 0, -0.24, 0, 0.7],
        [0.05, 0, -0.46, 0, 0.7],
        [0.2, 0, -0.5, 0, 0.6],
      ],
      [
        [0, 0.05, -0.24, 0, 0.7],
        [0, 0.05, -0.46, 0, 0.7],
        [0, 0.2, -0.5, 0, 0.6],
      ],
      [
        [0, -0.05, -0.24, 0, 0.7],
        [0, -0.05, -0.46, 0, 0.7],
        [0, -0.2, -0.5, 0, 0.6],
      ],
    ]),
  ]),
  sheep: shape({ ...ROUND, least: 1 / 70, pixels: 5, scale: 1.3 }, [
    ...tube(7, [
      [0.8, 0, 0, 0.95],
      [0.7, 0.32, 0.32, 1],
      [0.38, 0.56, 0.54, 1],
      [-0.1, 0.64, 0.6, 1],
      [-0.56, 0.52, 0.5, 0.96],
      [-0.8, 0.26, 0.26, 0.9],
      [-0.86, 0, 0, 0.85],
    ]),
    ...tube(5, [
      [1.12, 0, 0, 0.16, 0.2],
      [1, 0.17, 0.16, 0.2, 0.25],
      [0.56, 0.24, 0.24, 0.24, 0.3],
    ]),
  ]),
  dog: shape({ ...ROUND, wave: 0.14, rate: 5, least: 1 / 36, pixels: 9, scale: 2 }, [
    ...tube(6, [
      [1.1, 0, 0, 0.7, 0.3],
      [0.95, 0.12, 0.12, 0.8, 0.3],
      [0.66, 0.2, 0.2, 1, 0.3],
      [0.45, 0.16, 0.2, 1, 0.2],
      [0.1, 0.27, 0.28, 1],
      [-0.55, 0.22, 0.24, 0.9],
      [-0.72, 0.07, 0.08, 0.8],
      [-1.15, 0.03, 0.03, 1.1],
    ]),
    ...twice([
      [
        [0.12, 0.45, 0.74, 0, 0.4],
        [0.14, 0.45, 0.5, 0, 0.4],
        [0.3, 0.4, 0.5, 0, 0.4],
      ],
    ]),
  ]),
  walker: shape({ ...ROUND }, disc(12)),
  sphere: shape({ ...ROUND }, [
    ...tube(7, [
      [1, 0, 0, 1.15],
      [0.7, 0.7, 0.7, 1.05],
      [0, 1, 1, 0.95],
      [-0.7, 0.7, 0.7, 0.8],
      [-1, 0, 0, 0.7],
    ]),
    ...tube(5, [
      [1.7, 0, 0, 1.7],
      [0.85, 0.42, 0.42, 1.5],
    ]),
  ]),
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

function shape(traits: Omit<Shape, 'vertices'>, triangles: readonly Triangle[]): Shape {
  const vertices = triangles
    .flat()
    .flatMap(([x, y, z, limb = 0, tone = 1]) => [x, y, z, limb, tone, tone, tone]);
  return { ...traits, vertices: Float32Array.from(vertices) };
}

/**
 * Creates a tube around the z axis from rings, which follow each other from the nose to the tail. `sides` is the number
 * of sides of the tube.
 */
function tube(sides: number, rings: readonly Ring[]): Triangle[] {
  const triangles: Triangle[] = [];
  const at = ([z, width, height, tone, y = 0]: Ring, side: number): Vertex => {
    const turn = (2 * Math.PI * (side % sides)) / sides + Math.PI / 2;
    return [width * Math.cos(turn), y + height * Math.sin(turn), z, 0, tone];
  };
  rings.slice(1).forEach((ring, index) => {
    const ahead = rings[index];
    for (let side = 0; side < sides; side++) {
      const [a, b] = [at(ahead, side), at(ahead, side + 1)];
      const [c, d] = [at(ring, side), at(ring, side + 1)];
      if (ring[1] > 0 || ring[2] > 0) triangles.push([a, c, d]);
      if (ahead[1] > 0 || ahead[2] > 0) triangles.push([a, d, b]);
    }
  });
  return triangles;
}

/** Returns the triangles of the left side, and their mirror images for the right side. */
function twice(left: readonly Triangle[]): Triangle[] {
  const right = ([x, y, z, limb = 0, tone = 1]: Vertex): Vertex => [-x, y, z, limb, tone];
  return left.flatMap(([a, b, c]): Triangle[] => [
    [a, b, c],
    [right(a), right(c), right(b)],
  ]);
}

/**
 * Creates a disc of radius 1, to be seen from above. It is brighter toward the center, and has a nose that points
 * ahead.
 */
function disc(sides: number): Triangle[] {
  const rim = (side: number): Vertex => {
    const turn = (2 * Math.PI * (side + 0.5)) / sides;
    return [Math.sin(turn), 0, Math.cos(turn), 0, 0.62];
  };
  const triangles = Array.from(
    { length: sides },
    (_, side): Triangle => [[0, 0.25, 0, 0, 1.05], rim(side), rim(side + 1)],
  );
  triangles.push([
    [0, 0.3, 1.0, 0, 1.8],
    [-0.42, 0.3, 0.1, 0, 1.5],
    [0.42, 0.3, 0.1, 0, 1.5],
  ]);
  return triangles;
}
