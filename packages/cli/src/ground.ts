import { basename } from 'node:path';
import { MAX_SCENARIO_BYTES } from '@skein/core/describe';
import { GroundError, type GroundOptions, groundFromTriangles } from '@skein/core/ground';
import type { GroundShape } from '@skein/core/path';
import { CliError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { readLevel } from './level-file.ts';
import type { Output } from './output.ts';
import { type Rewritable, writeText } from './written-text.ts';

export interface GroundCommandOptions extends GroundOptions {
  /** The file to write the scenario to. Default: standard output. */
  readonly out?: string;
}

/** `skein ground LEVEL`: makes a scenario with the ground of a level, and a few walkers on it. */
export async function ground(
  path: string,
  { out, ...options }: GroundCommandOptions,
  output: Output,
): Promise<ExitCode> {
  const parts = await readLevel(path);
  await writeText(
    out,
    SCENARIOS,
    async () => scenarioText(path, make(path, parts, options)),
    output,
  );
  return EXIT.ok;
}

function make(
  path: string,
  ...[parts, options]: Parameters<typeof groundFromTriangles>
): GroundShape {
  try {
    return groundFromTriangles(parts, options);
  } catch (error) {
    if (!(error instanceof GroundError)) throw error;
    throw new CliError(EXIT.refused, `${path}: ${error.message}`, { cause: error });
  }
}

const SCENARIOS: Rewritable = {
  otherwise: 'no scenario with a ground',
  by: 'skein ground',
  maxBytes: MAX_SCENARIO_BYTES,
  holds: (text) => Array.isArray(JSON.parse(text).ground?.polygons),
};

/** How many walkers a new scenario has. */
const WALKERS = 20;

/** A vertex, a polygon or a place in a line, so that people can read the file. */
function scenarioText(path: string, { vertices, polygons }: GroundShape): string {
  const places = placesOn({ vertices, polygons });
  const walker = {
    name: 'walker',
    count: places.length,
    radius: 0.25,
    maxSpeed: 1.5,
    spawn: { type: 'points', positions: places },
    goals: { type: 'points', positions: [...places.slice(1), places[0]] },
    behaviors: [
      { type: 'navigate', weight: 10 },
      { type: 'orca', radius: 3, timeHorizon: 2 },
    ],
  };
  const list = (rows: readonly unknown[]): string =>
    `[\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
  return `{
  "name": ${JSON.stringify(nameOf(path))},
  "dimensions": 3,
  "species": [
    ${JSON.stringify(walker)}
  ],
  "ground": {
    "vertices": ${list(vertices)},
    "polygons": ${list(polygons)}
  }
}
`;
}

/** A valid name of a scenario, from the name of a file. */
function nameOf(path: string): string {
  const words = basename(path)
    .replace(/\.\w+$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-');
  return /^[A-Za-z]/.test(words) ? words.slice(0, 64) : 'level';
}

/** Points in the middle of the largest polygons. */
function placesOn({ vertices, polygons }: GroundShape): number[][] {
  return polygons
    .map((corners) => {
      const points = corners.map((vertex) => vertices[vertex]!);
      const area = points.reduce((sum, [x, y], k) => {
        const [nextX, nextY] = points[(k + 1) % points.length]!;
        return sum + x * nextY - y * nextX;
      }, 0);
      const middle = [0, 1, 2].map(
        (axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length,
      );
      return { area: Math.abs(area), middle };
    })
    .sort((one, other) => other.area - one.area)
    .slice(0, WALKERS)
    .map(({ middle }) => middle);
}
