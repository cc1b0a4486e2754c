import { agentscript } from './agentscript.ts';
import { boids } from './boids.ts';
import type { Peer } from './peer.ts';
import { thingBoids } from './thing-boids.ts';
import { yuka } from './yuka.ts';

/** The packages for flocking with which Skein is compared. To add a package, write a file for it and list it here. */
export const PEERS: readonly Peer[] = [yuka, thingBoids, agentscript, boids];
