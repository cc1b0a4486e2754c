/** Runs the command: most lines in this process, and those that need their own process as a shell would. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
// It keeps the shared memory that it finds when it is loaded: before `skeinHere` hides it.
import 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { LONG } from '../../core/test/helpers/long.ts';
// The program that the command runs, to which the other packages that it loads belong.
import { runCommand } from '../dist/program.js';

export const SKEIN = fileURLToPath(new URL('../bin/skein.js', import.meta.url));

/** How a command ended, and all its output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command. */
export function startSkein(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return start(process.execPath, [SKEIN, ...args], options);
}

/**
 * Runs a command line in this process, which takes a third of the time of a separate one. `input`
 * becomes its standard input. Lines run one after the other, since they share the streams of the process.
 */
export function skein(args: readonly string[], input: string | Buffer = ''): Promise<Ended> {
  return afterOthers(() => inThisProcess(args, input));
}

let before: Promise<unknown> = Promise.resolve();

function afterOthers(run: () => Promise<Ended>): Promise<Ended> {
  const end = before.then(run);
  before = end.catch(() => {});
  return end;
}

const NOT_SHARED =
  'skein: The world is stepped on the calling thread, with the same result. The world was made without shared memory.\n';

/**
 * As `skein`; but in `npm test` a run is stepped on this thread, as where memory cannot be shared. Starting other
 * threads takes ten times as long as a short run. What it says about that is left out.
 */
export async function skeinHere(
  args: readonly string[],
  input: string | Buffer = '',
): Promise<Ended> {
  if (LONG) return skein(args, input);
  const { stderr, ...rest } = await afterOthers(async () => {
    const shared = globalThis.SharedArrayBuffer;
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    try {
      return await inThisProcess(args, input);
    } finally {
      Object.assign(globalThis, { SharedArrayBuffer: shared });
    }
  });
  return { ...rest, stderr: stderr.replaceAll(NOT_SHARED, '') };
}

async function inThisProcess(args: readonly string[], input: string | Buffer): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  const { stdin } = process;
  const writes = [
    [process.stdout, process.stdout.write, stdout],
    [process.stderr, process.stderr.write, stderr],
  ] as const;
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from(input)]),
    configurable: true,
  });
  for (const [stream, , chunks] of writes) stream.write = gather(chunks);
  try {
    const code = await runCommand(args);
    return { code, signal: null, stdout: textOf(stdout), stderr: textOf(stderr) };
  } finally {
    for (const [stream, write] of writes) stream.write = write;
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  }
}

/** What takes the place of a stream's `write`. */
function gather(chunks: Buffer[]): typeof process.stdout.write {
  return (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    const done = rest.find((value) => typeof value === 'function') as (() => void) | undefined;
    if (done !== undefined) process.nextTick(done);
    return true;
  };
}

/** Runs the command to its end in a separate process. `input` becomes its standard input. */
export function skeinProcess(args: readonly string[], input: string | Buffer = ''): Promise<Ended> {
  const child = startSkein(args);
  // A command that refuses its arguments never reads its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return ended(child);
}

/** Runs a line of shell, in which "$SKEIN" is the command, to its end. */
export function shell(line: string, cwd?: string): Promise<Ended> {
  const skeinCommand = `skein() { "${process.execPath}" "${SKEIN}" "$@"; }`;
  return ended(start('bash', ['-c', `${skeinCommand}\n${line}`], { cwd }));
}

/** Starts any command; it is killed if it is still running when the test is over. */
export function start(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(command, args, options);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Waits for the end of a command, and collects its output. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('close', (...end) => resolve(end));
    },
  );
  return { code, signal, stdout: textOf(stdout), stderr: textOf(stderr) };
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}

/** A temporary folder for one test, removed afterward. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a scenario, or any text, to a file of a test's folder; returns the path. */
export function write(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, text);
  return path;
}
