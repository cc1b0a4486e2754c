import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError, fileError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { JsonSource } from './json-source.ts';
import type { Output } from './output.ts';

/** Matches a valid name of a scenario: a letter, then up to 63 letters, digits, "_" or "-". */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * `skein init [NAME]`: writes a small scenario to start from. The file is NAME if NAME ends in .json or .jsonc, and
 * NAME.jsonc otherwise. A .jsonc file has comments. A .json file has none, so any JSON parser can read it.
 */
export async function init(name: string, output: Output): Promise<ExitCode> {
  const path = /\.jsonc?$/.test(name) ? name : `${name}.jsonc`;
  const scene = basename(path).replace(/\.jsonc?$/, '');
  if (!NAME.test(scene)) {
    throw new CliError(
      EXIT.usage,
      `found the name ${JSON.stringify(scene)}, expected a letter, then at most 63 letters, digits, "-" or "_"`,
    );
  }
  const text = starter(scene);
  await writeNew(path, path.endsWith('.json') ? withoutComments(text) : text);
  await output.write(nextSteps(path));
  return EXIT.ok;
}

function withoutComments(text: string): string {
  return `${JSON.stringify(JSON.parse(new JsonSource(text).plain), null, 2)}\n`;
}

/** @throws CliError when the file already exists or cannot be written */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await using file = await open(path, 'wx');
    await file.writeFile(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw fileError('write', path, error);
    throw new CliError(EXIT.file, `found ${path} already, expected the name of a new file`);
  }
}

function nextSteps(path: string): string {
  const file = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `wrote ${path}; next:
  skein check ${file}
  skein run ${file} --ticks 600
  skein list cohesion
`;
}

function starter(name: string): string {
  return `// A flock of 200 boids among three spheres, for skein run.
// Lengths are in m, times in s. Comments and trailing commas are allowed.
{
  // For completion in an editor, write the schema with
  //   skein schema --out scenario.schema.json
  // and uncomment the next line.
  // "$schema": "./scenario.schema.json",
  "name": "${name}",
  "seed": 1, // the same seed gives the same run, to the bit

  // A boid that leaves on one side comes back on the other.
  "bounds": { "type": "wrap", "min": [-50, -50, -50], "max": [50, 50, 50] },

  "species": [
    {
      "name": "boid",
      "count": 200,
      "spawn": { "type": "sphere", "center": [0, 0, 0], "radius": 20, "velocity": { "speed": 3 } },
      "radius": 0.5,
      "maxSpeed": 9, // m/s
      "maxForce": 27, // how hard it can turn and brake

      // What each boid does. skein list names all behaviors with their parameters.
      "behaviors": [
        { "type": "avoidance", "weight": 27 }, // keep away from obstacles
        { "type": "separation", "weight": 12, "radius": 5 }, // keep apart
        { "type": "alignment", "weight": 8, "radius": 7.5 }, // match the velocity of neighbors
        { "type": "cohesion", "weight": 8, "radius": 9 }, // keep together
      ],
    },
  ],

  "obstacles": [
    { "type": "sphere", "center": [25, 5, -10], "radius": 8 },
    { "type": "sphere", "center": [-22, -12, 18], "radius": 10 },
    { "type": "sphere", "center": [-5, 24, -28], "radius": 6 },
  ],
}
`;
}
