import type { ScenarioInput } from '@skein/core';
import { MAX_SCENARIO_BYTES } from '@skein/core/describe';
import {
  GroundError,
  type GroundOptions,
  groundFromTriangles,
  levelScenario,
} from '@skein/core/ground';
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
    async () => scenarioText(levelScenario(path, make(path, parts, options))),
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

/** A vertex, a polygon or a place in a line, so that people can read the file. */
function scenarioText({ name, dimensions, species, ground }: ScenarioInput): string {
  const list = (rows: readonly unknown[]): string =>
    `[\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
  return `{
  "name": ${JSON.stringify(name)},
  "dimensions": ${dimensions},
  "species": [
    ${JSON.stringify(species[0])}
  ],
  "ground": {
    "vertices": ${list(ground!.vertices)},
    "polygons": ${list(ground!.polygons)}
  }
}
`;
}
