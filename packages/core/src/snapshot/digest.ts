import { neededLog } from '../commands/needed-log.ts';
import { withMemory } from '../no-memory.ts';
import { hashText } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { CONSTANT_ROWS, WORD } from '../world/layout.ts';
import { innerOf, type World } from '../world/public-world.ts';
import type { World as InnerWorld } from '../world/world.ts';
import { hashBytes } from './checksum.ts';
import { encodePlanes, type PlaneView, planeViews } from './planes.ts';
import { logText, scenarioSection } from './sections.ts';
import { keptSections } from './snapshot.ts';

/**
 * The digest of a world: a 64-bit hash, as 16 hexadecimal digits. The digest covers everything that the world shows,
 * and everything that the world needs to continue. These are the tick, the pending commands, and everything that a
 * snapshot stores. A snapshot stores the scenario, the log, all columns of the state, the particles and the untaken
 * events. The digest leaves out the key `display` of the scenario, which is only for viewers.
 *
 * The digest does not depend on workers, slices or kernel, or on whether the run was resumed. It takes about the same
 * time as a snapshot. `stateHash` is faster and covers less.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE as snapshot does; WorldError WORLD_BUSY while workers step the world,
 * NO_MEMORY when an allocation fails, WORLD_UNKNOWN for anything that is not a world
 */
export function worldDigest(world: World): string {
  const inner = innerOf(world);
  checkAtBoundary(inner, 'worldDigest');
  return withMemory('take the digest of a world', () => digestOf(inner));
}

function digestOf(world: InnerWorld): string {
  const [, ...others] = keptSections(world, neededLog(world.host, world.frontTick).log);
  const { display: _, ...scenario } = world.scenario;
  const bodies = [scenarioSection(scenario), ...others].map(({ body }) => body);
  const { commands } = world.host;
  const isIntact = commands.isIntact(world);
  bodies.push(new TextEncoder().encode(logText(commands.from(world.frontTick))));
  // Workers read the same commands as the host has, unless memory was damaged. Only then are they part of the digest.
  if (!isIntact) bodies.push(encodePlanes(commandPlanes(world)));
  const words = Uint32Array.from([world.frontTick, ...bodies.flatMap(hashBytes)]);
  // Encoded, so that the digest does not depend on the byte order of the host.
  return hashText(...hashBytes(encodePlanes([{ name: 'digest', view: words }])));
}

const COMMAND_ROWS = CONSTANT_ROWS.filter(([, , per]) => per.startsWith('command'));

/** Returns the planes of the command window in shared memory. They include unused entries. */
function commandPlanes({ constants, control }: InnerWorld): PlaneView[] {
  const count = planeViews([['commandCount', 'i32', 'world', 1, '', '']], {
    commandCount: control.word.subarray(WORD.commandCount, WORD.commandCount + 1),
  });
  return [...count, ...planeViews(COMMAND_ROWS, constants)];
}
