import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Contender } from './turns.ts';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('../native/', import.meta.url));
const PROGRAM = join(FOLDER, 'dist', 'w3d');
/** The file that says from which sources the native program was built. It is next to the program. */
const STAMP = join(FOLDER, 'dist', '.built-from');

/** The native program is not available on this machine. The message says why. */
export class NativeMissingError extends Error {
  override readonly name = 'NativeMissingError';
}

export type NativeVariant = 'limit' | 'narrow' | 'textbook';

/** The output of the native program; see bench/native/README.md. */
export interface NativeResult {
  readonly variant: NativeVariant;
  readonly msPerTick: { readonly median: number };
  readonly meanNeighbors: { readonly end: number };
  readonly checksum: string;
  readonly compiler: string;
}

export interface NativeOptions {
  readonly variant: NativeVariant;
  readonly agents: number;
  readonly neighbors: number;
  readonly threads: number;
  readonly ticks: number;
}

/**
 * Builds the native program with the C++ compiler of the system. If the program exists, and its sources and the
 * compiler are unchanged, does nothing.
 *
 * @throws NativeMissingError when the program cannot be built
 */
async function build(signal: AbortSignal): Promise<void> {
  const compiler = process.env.CXX || 'g++';
  const source = join(FOLDER, 'src');
  try {
    const stamp = createHash('sha256').update(
      (await run(compiler, ['--version'], { signal })).stdout,
    );
    stamp.update(readFileSync(join(FOLDER, 'build.sh')));
    for (const file of readdirSync(source).sort()) stamp.update(readFileSync(join(source, file)));
    const wanted = stamp.digest('hex');
    if (existsSync(PROGRAM) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
    await run('sh', [join(FOLDER, 'build.sh')], { signal });
    writeFileSync(STAMP, wanted);
  } catch (cause) {
    signal.throwIfAborted();
    const { code, stderr } = cause as { code?: unknown; stderr?: string };
    const why =
      code === 'ENOENT' ? `no compiler named ${compiler}` : stderr?.trim() || String(cause);
    throw new NativeMissingError(`no native limit: ${why}`, { cause });
  }
}

/** The native program, on one workload. Each sample starts the program again as a new process. */
export class Native implements Contender {
  readonly #options: NativeOptions;
  readonly #signal: AbortSignal;
  /** The result of the latest sample. */
  result: NativeResult;

  private constructor(options: NativeOptions, signal: AbortSignal, result: NativeResult) {
    this.#options = options;
    this.#signal = signal;
    this.result = result;
  }

  /**
   * Builds the program. The program then compares its results for the workload with the results of a search through all
   * pairs.
   *
   * @throws NativeMissingError when the program cannot be built; Error when the results differ
   */
  static async open(options: NativeOptions, signal: AbortSignal): Promise<Native> {
    await build(signal);
    return new Native(options, signal, await runNative(options, signal, ['--verify']));
  }

  async sample(): Promise<number> {
    const { checksum } = this.result;
    this.result = await runNative(this.#options, this.#signal);
    if (this.result.checksum === checksum) return this.result.msPerTick.median;
    throw new Error(
      `${this.#options.variant}: checksum ${this.result.checksum}, before ${checksum}`,
    );
  }
}

async function runNative(
  { variant, agents, neighbors, threads, ticks }: NativeOptions,
  signal: AbortSignal,
  more: readonly string[] = [],
): Promise<NativeResult> {
  // Threads of a new process may share a core until the system has distributed them, so some ticks are warm-up.
  const warmup = Math.max(3, Math.round(ticks / 2));
  const options = { variant, agents, neighbors, threads, ticks, warmup };
  const parameters = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  try {
    const { stdout } = await run(PROGRAM, [...parameters, ...more], {
      signal,
      cwd: dirname(PROGRAM),
    });
    return JSON.parse(stdout) as NativeResult;
  } catch (cause) {
    signal.throwIfAborted();
    // Exit code 3: the processor has no AVX2.
    if ((cause as { code?: unknown }).code !== 3) throw cause;
    throw new NativeMissingError('no native limit: the processor has no AVX2', { cause });
  }
}
