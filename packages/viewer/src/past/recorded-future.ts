import { type Command, command, type World } from '@skein/core';
import { keepMoment, worldAt } from '@skein/core/internal';
import { createTeam, type Team } from '@skein/worker';

/** The maximum number of ticks in one run of the team. */
const AT_ONCE = 60;

/** The future of a moment as it was recorded: a copy of the run that repeats its commands, whatever the page does. */
export class RecordedFuture {
  readonly team: Team;
  /** The tick of the moment. */
  readonly begin: number;
  #commands: readonly Command[];

  /**
   * Copies the present state of `world`, while no tick of it is being computed. `history` has all commands of the run,
   * also those after this moment.
   *
   * @throws WorldError, TeamError
   */
  static async start(world: World, history: readonly Command[]): Promise<RecordedFuture> {
    const copy = worldAt(keepMoment(world), history, { kernel: world.kernel });
    const team = await createTeam(copy, { workers: 1 });
    return new RecordedFuture(
      team,
      history.filter((command) => command.tick >= copy.tick),
    );
  }

  private constructor(team: Team, commands: readonly Command[]) {
    this.team = team;
    this.begin = team.world.tick;
    this.#commands = commands;
  }

  /** Runs to a tick. Calls `onHash` for each tick on the way. */
  async runTo(tick: number, onHash: (tick: number, hash: string) => void): Promise<void> {
    const { team } = this;
    while (team.world.tick < tick && !team.disposed) {
      const now = team.world.tick;
      const due = this.#commands.filter((command) => command.tick <= now);
      this.#commands = this.#commands.slice(due.length);
      for (const { tick: _, ...input } of due) command(team.world, input);
      const stop = this.#commands[0]?.tick ?? Number.POSITIVE_INFINITY;
      const { hashes = [] } = await team.run(Math.min(tick, stop, now + AT_ONCE) - now, {
        hash: true,
      });
      for (const [k, hash] of hashes.entries()) onHash(now + k + 1, hash);
    }
  }

  dispose(): Promise<void> {
    return this.team.dispose();
  }
}
