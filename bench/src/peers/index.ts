import { agentscript } from './agentscript.ts';
import { boids } from './boids.ts';
import type { Peer } from './peer.ts';
import { thingBoids } from './thing-boids.ts';
import { yuka } from './yuka.ts';

/** What Skein is compared with; to add one is to write its file and name it here. */
export const PEERS: readonly Peer[] = [yuka, thingBoids, agentscript, boids];
