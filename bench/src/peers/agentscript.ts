import './canvas.ts';
import { Model, type Turtle } from 'agentscript';
import { RADIUS } from '../workload.ts';
import { type Peer, type PeerRun, startOf } from './peer.ts';

/**
 * The radius within which agents are neighbors, as a whole number of patches. With 1, agentscript is faster than with 2
 * or 3.
 */
const PATCHES = 1;
/** The maximum angle by which an agent turns per tick, in rad, as in the flocking model of agentscript. */
const MAX_TURN = (3 * Math.PI) / 180;

/**
 * The flocking model from the examples of agentscript. Here its rules are plain loops, which are faster than the arrays
 * of arrays of the original.
 */
class Flock extends Model {
  readonly #speed: number;
  neighbors = 0;

  constructor(reach: number, speed: number) {
    super({ minX: -reach, maxX: reach, minY: -reach, maxY: reach, minZ: 0, maxZ: 0 });
    this.#speed = speed;
  }

  override step(): void {
    this.neighbors = 0;
    this.turtles.ask((turtle) => {
      const mates = this.turtles.inRadius(turtle, PATCHES, false);
      this.neighbors += mates.length;
      if (mates.length > 0) turtle.theta += turn(turtle, mates);
      turtle.forward(this.#speed);
    });
  }
}

/**
 * Turns away from the nearest neighbor if this neighbor is too near. Otherwise turns toward the mean heading and the
 * mean position of the neighbors.
 */
function turn(turtle: Turtle, mates: readonly Turtle[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  let [awayX, awayY, headingX, headingY, towardX, towardY] = [0, 0, 0, 0, 0, 0];
  for (const mate of mates) {
    const x = mate.x - turtle.x;
    const y = mate.y - turtle.y;
    const squared = x * x + y * y;
    if (squared < nearest) {
      nearest = squared;
      awayX = -x;
      awayY = -y;
    }
    headingX += Math.cos(mate.theta);
    headingY += Math.sin(mate.theta);
    towardX += x;
    towardY += y;
  }
  if (nearest < (PATCHES / 4) ** 2) return limited(Math.atan2(awayY, awayX) - turtle.theta);
  const aligned = limited(Math.atan2(headingY, headingX) - turtle.theta);
  return aligned + limited(Math.atan2(towardY, towardX) - turtle.theta - aligned);
}

function limited(angle: number): number {
  const turned = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  return Math.max(-MAX_TURN, Math.min(MAX_TURN, turned));
}

export const agentscript: Peer = {
  name: 'agentscript',
  dimensions: 2,
  differs:
    'either separates from the nearest neighbor, or aligns and coheres; constant speed, limited turn; sees no neighbor across the border',
  mostAgents: 100_000,
  start(agents, neighbors): PeerRun {
    const { edge, position, velocity } = startOf({ agents, neighbors, dimensions: 2 });
    const reach = Math.round(((edge / RADIUS) * PATCHES - 1) / 2);
    const patchesPerMeter = (2 * reach + 1) / edge;
    const flock = new Flock(reach, (2 / 60) * patchesPerMeter);
    flock.patches.cacheRect(PATCHES);
    let next = 0;
    const turtles = flock.turtles.create(agents, (turtle) => {
      const i = 3 * next++;
      turtle.setxy(position[i] * patchesPerMeter, position[i + 1] * patchesPerMeter);
      turtle.theta = Math.atan2(velocity[i + 1], velocity[i]);
    });
    return {
      step: () => flock.step(),
      cloud: () => ({
        positions: Float64Array.from([...turtles].flatMap(({ x, y }) => [x, y, 0])),
        radius: PATCHES,
        edge: undefined,
      }),
      listed: () => flock.neighbors / agents,
    };
  },
};
