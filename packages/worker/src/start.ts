import type { World } from '@skein/core';
import type { InnerWorld } from '@skein/core/internal';

import type { Team, TeamOptions } from './api.ts';
import { Card, type FindGpu } from './card.ts';
import { type Clock, hostClock } from './clock.ts';
import { type Crew, type Hire, reason, started } from './crew.ts';
import type { FaultyOptions } from './faults.ts';
import {
  checkHolder,
  checkKernel,
  checkOptions,
  checkStallMs,
  checkWorkers,
  checkWorld,
  coresFrom,
} from './gates.ts';
import { localCrew } from './local.ts';
import { CrewTeam } from './team.ts';

/** If a team loses this many threads within 10 s or in the same tick, it continues with fewer workers. */
export const MAX_LOSSES = 3;

/** What a team needs from its host, which is Node or a browser. */
export interface Host {
  /** The number of cores that the host reports. It is only a hint. */
  readonly coresHint: number | undefined;
  /** Starts crews of threads. */
  readonly hire: Hire;
  /**
   * Starts a crew of one thread for a world whose memory cannot be shared. This thread steps a copy of the world.
   * Undefined if the host cannot do this.
   */
  readonly hireCopying?: Hire | undefined;
  /** If this host cannot share memory between threads, the reason as a sentence; otherwise undefined. */
  readonly refusal: string | undefined;
  readonly findGpu?: FindGpu;
  /** The clock of the team. Default: the clock of the machine. */
  readonly clock?: Clock;
}

/** Starts a team on `host`. The function `createTeam` of each host calls this function. */
export async function startTeam(given: World, options: TeamOptions, host: Host): Promise<Team> {
  const world = checkWorld(given);
  checkHolder(options);
  const {
    faults = [],
    mostLosses = MAX_LOSSES,
    mostSilences,
    ...documented
  } = options as FaultyOptions;
  checkOptions(documented, ['workers', 'stallMs', 'kernel']);
  const cores = coresFrom(host.coresHint);
  const { workers: asked = Math.min(cores, world.maxWorkers) } = options;
  const workers = checkWorkers(asked, world);
  const stallMs = checkStallMs(options.stallMs);
  checkKernel(options.kernel);

  const { clock = hostClock } = host;
  const card =
    options.kernel === 'gpu' ? await Card.open(given, world, host.findGpu, clock) : undefined;
  const refusal = refusalOf(world, host);
  const hire = (refusal && host.hireCopying) || host.hire;
  let team: CrewTeam | undefined;
  let crew: Crew =
    refusal && !host.hireCopying
      ? localCrew(world, clock)
      : hire(world, workers, (cause) => team?.replaceIdle(crew, cause), clock);
  let lacking: string | undefined;
  let why = refusal;
  try {
    lacking = await started(crew, world.handle);
  } catch (error) {
    await crew.terminate();
    if (refusal === undefined) {
      card?.close();
      throw error;
    }
    why = `${refusal} ${reason(error)}.`;
    crew = localCrew(world, clock);
  }
  const notice = why && `${stepper(crew)}, with the same result. ${why}`;
  const supervision = {
    world,
    crew,
    hire,
    clock,
    cores,
    stallMs,
    faults,
    mostLosses,
    mostSilences,
  };
  team = new CrewTeam(given, supervision, notice, lacking, card);
  return team;
}

/** Returns the reason why threads cannot share the world; undefined if they can. */
function refusalOf(world: InnerWorld, host: Host): string | undefined {
  return host.refusal ?? (world.shared ? undefined : 'The world was made without shared memory.');
}

function stepper({ threaded }: Crew): string {
  return threaded
    ? 'The world is stepped by one worker, in a copy of its memory'
    : 'The world is stepped on the calling thread';
}
