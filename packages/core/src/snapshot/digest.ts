import { withMemory } from '../no-memory.ts';
import { hashText } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { CONSTANT_ROWS, WORD } from '../world/layout.ts';
import type { World } from '../world/world.ts';
import { hashBytes } from './checksum.ts';
import { encodePlanes, type PlaneView, planeViews } from './columns.ts';
import { logText } from './sections.ts';
import { keptSections } from './snapshot.ts';

/**
 * The digest of all that a world draws or continues with: a 64-bit hash, 16 hexadecimal digits. It is over the
 * tick, everything that a snapshot keeps (scenario, log, every column of the state, particles, events that
 * were not taken), and the commands that are pending. It depends on neither workers,
 * slices nor kernel, nor on whether the run was resumed. It takes about as long as a snapshot; `stateHash`
 * is fast, and covers less.
 *
 * @throws SnapshotError SNAPSHOT_TOO_LARGE as snapshot does; WorldError WORLD_BUSY while workers step it,
 * NO_MEMORY
 */
export function worldDigest(world: World): string {
  checkAtBoundary(world, 'worldDigest');
  return withMemory('take the digest of a world', () => digestOf(world));
}

function digestOf(world: World): string {
  const bodies = keptSections(world).map(({ body }) => body);
  const { commands } = world.host;
  const isIntact = commands.isIntact(world);
  bodies.push(new TextEncoder().encode(logText(commands.from(world.frontTick))));
  // What was given is what workers read, unless memory was damaged.
  if (!isIntact) bodies.push(encodePlanes(commandPlanes(world)));
  const words = Uint32Array.from([world.frontTick, ...bodies.flatMap(hashBytes)]);
  // Encoded, for a byte order of its own.
  return hashText(...hashBytes(encodePlanes([{ name: 'digest', view: words }])));
}

const COMMAND_ROWS = CONSTANT_ROWS.filter(([, , per]) => per.startsWith('command'));

/** The commands as they stand in shared memory, with all that is in it beside. */
function commandPlanes({ constants, control }: World): PlaneView[] {
  const count = planeViews([['commandCount', 'i32', 'world', 1, '', '']], {
    commandCount: control.word.subarray(WORD.commandCount, WORD.commandCount + 1),
  });
  return [...count, ...planeViews(COMMAND_ROWS, constants)];
}
