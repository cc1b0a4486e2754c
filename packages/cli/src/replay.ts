import { type Replay, readReplay, type Verification, verifyReplay } from '@skein/core';
import type { ReplayStep } from '@skein/core/describe';
import { createTeam, type Team } from '@skein/worker';
import { counted } from './counted.ts';
import { divergenceText } from './divergence.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { chooseKernel } from './kernel.ts';
import type { TeamKernelChoice } from './kernel-choice.ts';
import { type Output, tell } from './output.ts';
import { readSaved } from './saved-file.ts';
import { teamOptions } from './team-options.ts';

export interface ReplayOptions {
  readonly verify?: boolean;
  readonly workers?: number;
  /**
   * How long a thread may give no sign of life before it is replaced, in ms. After each replacement, a team waits
   * longer. Default: 750.
   */
  readonly stallMs?: number;
  readonly kernel: TeamKernelChoice;
  readonly json?: boolean;
}

/**
 * `skein replay FILE`: shows what was recorded. With --verify, repeats the run and reports where the repetition
 * diverges.
 */
export async function replay(
  path: string,
  options: ReplayOptions,
  output: Output,
): Promise<ExitCode> {
  const kernel = chooseKernel(options.kernel);
  const recorded = await readSaved(path, 'replay', readReplay);
  if (!options.verify) {
    sayWithoutEffect('--workers', options.workers !== undefined);
    sayWithoutEffect('--stall-ms', options.stallMs !== undefined);
    sayWithoutEffect('--kernel', options.kernel !== 'auto');
    await output.write(
      options.json ? `${JSON.stringify(contentOf(recorded))}\n` : textOf(recorded),
    );
    return EXIT.ok;
  }
  const verdict = await verify(recorded, kernel, options);
  await output.write(options.json ? `${JSON.stringify(verdict)}\n` : verdictText(verdict));
  return verdict.divergence === undefined ? EXIT.ok : EXIT.diverged;
}

function sayWithoutEffect(option: string, given: boolean): void {
  if (given) tell(`${option} has no effect without --verify`);
}

/** Verifies the replay on threads. Each world that is stepped gets a new team of threads. */
async function verify(
  recorded: Replay,
  kernel: 'ts' | 'simd',
  options: ReplayOptions,
): Promise<Verification> {
  let team: Team | undefined;
  const step: ReplayStep = async (world, ticks) => {
    if (team?.world !== world) {
      await team?.dispose();
      team = await createTeam(world, teamOptions(options));
    }
    return (await team.run(ticks, { hash: true })).hashes!;
  };
  try {
    return await verifyReplay(recorded, { kernel, step });
  } finally {
    await team?.dispose();
  }
}

/**
 * Returns the contents of a replay, but without the data of its keyframes. With --json, the command prints this object,
 * so that programs can read it and `diff` can compare it.
 */
function contentOf({ scenario, log, hashes, keyframes }: Replay): object {
  return { scenario, log, hashes, keyframes: keyframes.map(({ tick }) => tick) };
}

function textOf({ scenario, log, hashes, keyframes }: Replay): string {
  const agents = scenario.species.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [hashes[0], hashes.at(-1)!];
  const rows = [
    ['agents', `${agents}`],
    ['ticks', `${first.tick} to ${last.tick}`],
    ['commands', `${log.length}`],
    ['hashes', `${hashes.length}`],
    ['keyframes', `${keyframes.length}`],
    ['last hash', last.hash],
  ] as const;
  const lines = rows.map(([label, value]) => `  ${label.padEnd(17)} ${value}\n`);
  return `${scenario.name}: seed ${scenario.seed}\n${lines.join('')}`;
}

function verdictText({ fromTick, toTick, hashes, keyframes, divergence }: Verification): string {
  if (divergence !== undefined) return divergenceText(divergence);
  const counts = `${counted(hashes, 'hash', 'hashes')}, ${counted(keyframes, 'keyframe')}`;
  return `agrees: ticks ${fromTick} to ${toTick}, ${counts}\n`;
}
