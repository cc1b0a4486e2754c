import { createHash } from 'node:crypto';
import { createWorld, type KernelName, query } from '@skein/core';
import { createTeam, type Team } from '@skein/worker';
import { DisagreementError } from '../agreement.ts';
import { type Contender, timeOf } from '../turns.ts';
import type { Agents, Find, Peer } from './finders.ts';
import { type QueryTask, requestFor } from './task.ts';

/** The number of queries whose results are compared between the contenders. */
const CHECKED = 2000;
/** A peer answers only one of every `SHARE` queries. That is enough, because every query takes about the same time. */
const SHARE = 20;

/** A contender that answers the queries of a task. A sample is the mean time of a query, in us. */
export interface QueryContender extends Contender {
  readonly name: string;
  /**
   * The sum of distances (m) in the results of the first `CHECKED` queries. Each distance is between the point of a
   * query and an agent that the query finds.
   */
  readonly sum: number;
}

/**
 * A team of Skein that answers the queries. A sample includes the time to build the tree, to exchange messages, and to
 * compute the answer.
 */
export class TeamContender implements QueryContender, AsyncDisposable {
  readonly name: string;
  readonly sum: number;
  /** The hash of the ids of all agents that were found. */
  readonly hash: string;
  readonly agents: Agents;
  readonly #task: QueryTask;
  readonly #team: Team;

  private constructor(task: QueryTask, team: Team, sum: number, hash: string) {
    const { x, y, z } = team.world.views.position;
    const { slot } = team.world.views;
    this.name = `Skein, ${team.world.kernel}, ${team.workers}`;
    this.#task = task;
    this.#team = team;
    this.sum = sum;
    this.hash = hash;
    this.agents = Array.from(slot, (place) => [x[place], y[place], z[place]]);
  }

  static async open(task: QueryTask, workers: number, kernel: KernelName): Promise<TeamContender> {
    const world = createWorld(task.scenario, { kernel });
    const team = await createTeam(world, { workers });
    const answer = await team.query(requestFor(task));
    const { distances } = query(world, requestFor(firstOf(task)));
    const sum = distances.reduce((all, value) => all + value, 0);
    const hash = createHash('sha256').update(answer.ids).digest('hex').slice(0, 16);
    return new TeamContender(task, team, sum, hash);
  }

  async sample(): Promise<number> {
    const begin = performance.now();
    await this.#team.query(requestFor(this.#task));
    return (1000 * (performance.now() - begin)) / (this.#task.points.length / 3);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#team.dispose();
  }
}

function firstOf(task: QueryTask): QueryTask {
  return { ...task, points: task.points.subarray(0, 3 * CHECKED) };
}

/** A peer (another package) that answers the queries on this thread. Its index is built before the measurement. */
export class PeerContender implements QueryContender {
  readonly name: string;
  readonly sum: number;
  readonly #points: Float32Array;
  readonly #find: Find;

  constructor(peer: Peer, agents: Agents, task: QueryTask) {
    this.name = peer.name;
    this.#find = peer.open(agents, task);
    const share = Math.floor(task.points.length / 3 / SHARE);
    this.#points = task.points.subarray(0, 3 * share);
    let sum = 0;
    for (let q = 0; q < CHECKED; q++) {
      const [x, y, z] = task.points.subarray(3 * q, 3 * q + 3);
      for (const index of this.#find(x, y, z)) {
        const [ax, ay, az] = agents[index];
        sum += Math.sqrt((ax - x) ** 2 + (ay - y) ** 2 + (az - z) ** 2);
      }
    }
    this.sum = sum;
  }

  sample(): number {
    const points = this.#points;
    let found = 0;
    const time = timeOf(() => {
      for (let at = 0; at < points.length; at += 3) {
        found += this.#find(points[at], points[at + 1], points[at + 2]).length;
      }
    });
    if (found === 0) throw new DisagreementError(`${this.name} finds nothing`);
    return (1000 * time) / (points.length / 3);
  }
}

/**
 * Checks that all contenders find the same agents as the first contender.
 *
 * @throws DisagreementError when a contender finds other agents
 */
export function checkSums([first, ...others]: readonly QueryContender[]): void {
  for (const { name, sum } of others) {
    // Peers compute in f64.
    if (Math.abs(sum - first.sum) <= 1e-6 * first.sum) continue;
    throw new DisagreementError(`${name} finds ${sum} m, but ${first.name} finds ${first.sum} m`);
  }
}
