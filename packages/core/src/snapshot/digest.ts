import { withMemory } from '../no-memory.ts';
import { hashText } from '../phases/hash.ts';
import { checkAtBoundary } from '../world/hold.ts';
import { CONSTANT_ROWS, WORD } from '../world/layout.ts';
import type { World } from '../world/world.ts';
import { hashBytes } from './checksum.ts';
import { encodePlanes, type PlaneView, planeViews } from './columns.ts';
import { keptSections } from './snapshot.ts';

/**
 * The digest of all that a world draws or goes on with: a 64-bit hash, 16 hexadecimal digits, over the
 * tick, everything that a snapshot keeps (scenario, log, every column of the state, particles, events that
 * were not taken), and the commands that are pending, as workers read them. It depends on neither workers,
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
  bodies.push(encodePlanes(pendingPlanes(world)));
  const words = Uint32Array.from([world.frontTick, ...bodies.flatMap(hashBytes)]);
  // Encoded, for a byte order of its own.
  return hashText(...hashBytes(encodePlanes([{ name: 'digest', view: words }])));
}

const PENDING_ROWS = CONSTANT_ROWS.filter(([, , per]) => per === 'command');

/** The commands in shared memory whose step is still to be done. */
function pendingPlanes({ constants, control, frontTick }: World): PlaneView[] {
  const count = control.word[WORD.commandCount];
  const first = constants.commandTick.subarray(0, count).findIndex((tick) => tick >= frontTick);
  const begin = first < 0 ? count : first;
  return PENDING_ROWS.map((row) => {
    const [plane] = planeViews([row], constants);
    const view = plane.view.subarray(begin * row[3], count * row[3]);
    return { ...plane, view };
  });
}
