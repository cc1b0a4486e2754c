import type { World } from '@skein/core';
import type { InnerWorld } from '@skein/core/supervise';

import type { Team, TeamOptions } from './api.ts';
import { type Clock, hostClock } from './clock.ts';
import { type Hire, started } from './crew.ts';
import type { FaultyOptions } from './faults.ts';
import {
  checkHolder,
  checkOptions,
  checkStallMs,
  checkWorkers,
  checkWorld,
  coresFrom,
} from './gates.ts';
import { localCrew } from './local.ts';
import { CrewTeam } from './team.ts';

/** So many losses of workers within 10 s, and a team goes on with fewer. */
export const MAX_LOSSES = 3;

/** What a team has to know of the place where it runs. */
export interface Host {
  /** The host's own word on its cores; taken as a hint. */
  readonly coresHint: number | undefined;
  /** Starts threads. */
  readonly hire: Hire;
  /** Why this host cannot have threads over shared memory, in plain words; undefined: it can. */
  readonly refusal: string | undefined;
  /** The clock of the machine when left out. */
  readonly clock?: Clock;
}

/** Starts a team on `host`; `createTeam` of both hosts is this. */
export async function startTeam(given: World, options: TeamOptions, host: Host): Promise<Team> {
  const world = checkWorld(given);
  checkHolder(options);
  const {
    faults = [],
    mostLosses = MAX_LOSSES,
    mostSilences,
    ...documented
  } = options as FaultyOptions;
  checkOptions(documented, ['workers', 'stallMs']);
  const cores = coresFrom(host.coresHint);
  const { workers: asked = Math.min(cores, world.maxWorkers) } = options;
  const workers = checkWorkers(asked, world);
  const stallMs = checkStallMs(options.stallMs);

  const { hire, clock = hostClock } = host;
  const notice = noticeOf(world, host);
  let team: CrewTeam | undefined;
  const crew = notice
    ? localCrew(world, clock)
    : hire(world, workers, (cause) => team?.replaceIdle(crew, cause), clock);
  let lacking: string | undefined;
  try {
    lacking = await started(crew, world.handle);
  } catch (error) {
    await crew.terminate();
    throw error;
  }
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
  team = new CrewTeam(given, supervision, notice, lacking);
  return team;
}

/** Why the world will be stepped on the calling thread, if it will. */
function noticeOf(world: InnerWorld, host: Host): string | undefined {
  const why =
    host.refusal ?? (world.shared ? undefined : 'The world was made without shared memory.');
  return why && `The world is stepped on the calling thread, with the same result. ${why}`;
}
