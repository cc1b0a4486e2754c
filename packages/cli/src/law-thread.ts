/** Imports a module of laws in a separate thread, and posts its laws as JSON. If the import fails, posts the error. */
import { register } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { quietTypelessWarning } from './quiet-warning.ts';

/** The message that this thread posts: the laws, or an error. */
export type ImportedLaws =
  | { readonly laws: readonly ExportedLaw[] }
  | {
      readonly error: {
        readonly name: string;
        readonly code?: string;
        readonly message: string;
        readonly stack: string;
      };
    };

export interface ExportedLaw {
  /** The name under which the law is exported. If a list of laws is exported, also the index of the law in the list. */
  readonly place: string;
  readonly json: string;
}

/** Keeps long stacks, because many calls may lie between the error and the line of the module that caused it. */
Error.stackTraceLimit = 100;

quietTypelessWarning();
const { path } = workerData as { readonly path: string };
const imported = await importFrom(path);
// Lets warnings of the module print first: the thread is terminated as soon as this message arrives.
await setImmediate();
parentPort?.postMessage(imported);

async function importFrom(file: string): Promise<ImportedLaws> {
  try {
    register('./law-resolve.js', import.meta.url);
    return { laws: lawsOf((await import(pathToFileURL(file).href)) as object) };
  } catch (error) {
    if (!(error instanceof Error)) {
      const name = 'a thrown value that is not an Error';
      return { error: { name, message: String(error), stack: '' } };
    }
    const { name, message } = error;
    const { code } = error as NodeJS.ErrnoException;
    const inner = code === 'LAW_INVALID' && error.cause instanceof Error ? error.cause : error;
    const { stack = '' } = inner;
    return { error: { name, message, stack, ...(typeof code === 'string' && { code }) } };
  }
}

/** Finds the laws that a module exports, both single laws and laws in lists. The result contains no law twice. */
function lawsOf(exported: object): readonly ExportedLaw[] {
  const found = new Map<unknown, string>();
  const take = (place: string, value: unknown): void => {
    if (isLaw(value)) found.set(value, place);
  };
  for (const [name, value] of Object.entries(exported)) {
    if (!Array.isArray(value)) take(name, value);
    else for (const [index, one] of value.entries()) take(`${name}[${index}]`, one);
  }
  return [...found].map(([law, place]) => ({ place, json: JSON.stringify(law) }));
}

/**
 * Whether a value is a law of any version. Laws of unsupported versions are included, so that they are reported, not
 * ignored.
 */
function isLaw(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'law' in value && typeof value.law === 'number'
  );
}
