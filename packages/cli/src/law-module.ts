import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { SkeinError } from '@skein/core/basics';
import { type Law, readLaw } from '@skein/core/laws';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import type { ExportedLaw, ImportedLaws } from './law-thread.ts';

/** Whether a path names a module. A module is executed, whereas any other file is read as data. */
export function isModule(path: string): boolean {
  return /\.m?[jt]s$/.test(path);
}

/**
 * Runs a module and returns the laws that it exports, alone or in lists, sorted by name. The module runs in a separate
 * thread: its output goes to standard error, and the thread is terminated when the laws are read.
 *
 * @throws CliError when the module cannot be read, fails, is TypeScript that this version of Node cannot load, or
 * exports no law, an invalid law, or two laws with the same name
 */
export async function importLaws(path: string): Promise<readonly Law[]> {
  await checkReadable(path);
  const imported = await importInThread(path);
  if ('error' in imported) throw await failure(path, imported.error);
  if (imported.laws.length === 0) {
    throw refusal(path, 'found no law among its exports, expected a law made with defineLaw');
  }
  const byName = new Map<string, string>();
  const laws = imported.laws.map((exported) => {
    const law = checked(path, exported);
    const twin = byName.get(law.name);
    if (twin !== undefined) {
      const found = `found two laws "${law.name}", exported as ${twin} and ${exported.place}`;
      throw refusal(path, `${found}; expected each name once`);
    }
    byName.set(law.name, exported.place);
    return law;
  });
  return laws.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function checkReadable(path: string): Promise<void> {
  try {
    const status = await stat(path);
    if (!status.isFile()) {
      const found = status.isDirectory() ? 'a directory' : 'something that is not a regular file';
      throw new CliError(EXIT.file, `cannot read ${path}: found ${found}, expected a module`);
    }
    await access(path, constants.R_OK);
  } catch (error) {
    throw error instanceof CliError ? error : fileError('read', path, error);
  }
}

function noTypeScript(path: string): CliError {
  const found = `found TypeScript, which Node ${process.versions.node} does not read`;
  const expected = 'expected Node 22.18 or newer, or a module in JavaScript';
  return new CliError(EXIT.usage, `${path}: ${found}; ${expected}`);
}

async function importInThread(path: string): Promise<ImportedLaws> {
  const thread = new Worker(new URL('./law-thread.js', import.meta.url), {
    workerData: { path: resolve(path) },
    // Only results may go to standard output.
    stdout: true,
  });
  thread.stdout.pipe(process.stderr, { end: false });
  const patience = setTimeout(() => {
    process.stderr.write(
      `skein: ${path} is still running after ${SLOW_MS / 1000} s; Ctrl-C ends it\n`,
    );
  }, SLOW_MS);
  try {
    return await new Promise<ImportedLaws>((done, fail) => {
      thread.once('message', done);
      thread.once('error', fail);
      thread.once('exit', (code) => {
        const found =
          code === UNSETTLED
            ? 'an await that never ends'
            : `a call that ends the process (exit code ${code})`;
        fail(refusal(path, `found ${found}, expected a module that exports laws`));
      });
    });
  } catch (error) {
    if (error instanceof CliError) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw refusal(path, reason, error);
  } finally {
    clearTimeout(patience);
    await thread.terminate();
  }
}

/** The time, in ms, after which a module that is still running probably never ends. */
const SLOW_MS = 5000;

/** Node exits with this code if a module still awaits a promise, but no work is left that could settle the promise. */
const UNSETTLED = 13;

function checked(path: string, { place, json }: ExportedLaw): Law {
  try {
    return readLaw(JSON.parse(json));
  } catch (error) {
    if (!(error instanceof SkeinError)) throw error;
    throw refusal(path, `the export ${place}: ${error.message}`, error);
  }
}

type Failure = Extract<ImportedLaws, { error: object }>['error'];

/** Explains why a module failed, and in which line if that is known. */
async function failure(path: string, error: Failure): Promise<CliError> {
  const { name, code, message, stack } = error;
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.m?ts"/.test(message)) {
    return noTypeScript(/ for (.+)$/.exec(message)?.[1] ?? path);
  }
  const place = placeInStack(path, stack) ?? (await placeOfSyntaxError(path, name)) ?? path;
  const kind = code === 'LAW_INVALID' || name === 'Error' ? '' : `${name}: `;
  return new CliError(EXIT.refused, `${place}: ${kind}${message}`);
}

/**
 * Finds the innermost line of the module in a stack trace. If the trace has no such line, returns the innermost line of
 * any file outside of Skein.
 */
function placeInStack(path: string, stack: string): string | undefined {
  const own = pathToFileURL(resolve(path)).href;
  const skein = [import.meta.url, import.meta.resolve('@skein/core')];
  const folders = skein.map((url) => new URL('.', url).href);
  // When an import does not match an export, the position is alone on the first line of the stack.
  const frames = [...stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)(?::(\d+))?\)?$/gm)];
  const others = frames.filter(([, url]) => !folders.some((folder) => url.startsWith(folder)));
  const frame = others.find(([, url]) => url === own) ?? others[0];
  if (frame === undefined) return undefined;
  const [, url, line, column] = frame;
  const file = url === own ? path : fileURLToPath(url);
  return [file, line, ...(column === undefined ? [] : [column])].join(':');
}

/** Finds the line of a syntax error with `node --check`, because the stack of the error does not contain the line. */
async function placeOfSyntaxError(path: string, name: string): Promise<string | undefined> {
  if (name !== 'SyntaxError') return undefined;
  const checking = promisify(execFile)(process.execPath, ['--check', resolve(path)]);
  const said = await checking.then(
    () => '',
    (error: { readonly stderr?: string }) => error.stderr ?? '',
  );
  const line = /^.+:(\d+)$/m.exec(said)?.[1];
  return line === undefined ? undefined : `${path}:${line}`;
}

function refusal(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(EXIT.refused, `${path}: ${reason}`, { cause });
}
