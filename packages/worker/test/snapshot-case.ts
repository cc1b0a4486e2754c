/** Continues a snapshot, which must give the same result in Node and in browsers. */
import {
  type KernelName,
  restore,
  snapshot,
  stateHash,
  takeEvents,
  tick,
  type World,
} from '@skein/core';
import type { RestoreOptions } from '@skein/core/describe';
import { patientTeam } from './patient-team.ts';

const TICKS = 20;

/** The result of continuing a snapshot for some ticks: the hash, and the SHA-256 of the snapshot taken then. */
export interface GoneOn {
  readonly hash: string;
  readonly sha256: string;
}

/** Restores a snapshot, steps it on the calling thread, and takes another. */
export async function goOn(bytes: Uint8Array, options: RestoreOptions): Promise<GoneOn> {
  const world = restore(bytes, options);
  tick(world, TICKS);
  return tell(world);
}

/** Does the same with three threads. */
export async function goOnAsTeam(bytes: Uint8Array, kernel: KernelName): Promise<GoneOn> {
  const world = restore(bytes, { kernel });
  const team = await patientTeam(world, 3);
  await team.run(TICKS);
  await team.dispose();
  return tell(world);
}

async function tell(world: World): Promise<GoneOn> {
  takeEvents(world);
  const digest = await crypto.subtle.digest('SHA-256', snapshot(world).slice());
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return { hash: stateHash(world), sha256: sha256.join('') };
}
