import { agentscript } from './agentscript.ts';
import { boids } from './boids.ts';
import type { Peer } from './peer.ts';
import { thingBoids } from './thing-boids.ts';
import { yuka } from './yuka.ts';

/** The packages that Skein is compared with. To add one, write its file and list it here. */
export const PEERS: readonly Peer[] = [yuka, thingBoids, agentscript, boids];
