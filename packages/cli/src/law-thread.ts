/** Imports a module of laws in a thread of its own, and posts its laws as JSON, or why there are none. */
import { register } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { quietTypelessWarning } from './quiet-warning.ts';

/** What the thread comes to. */
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
  /** The name of the export, with an index where that is a list. */
  readonly place: string;
  readonly json: string;
}

/** Many calls may lie between an error and the line of the module. */
Error.stackTraceLimit = 100;

quietTypelessWarning();
const { path } = workerData as { readonly path: string };
const imported = await importFrom(path);
// What the module warned of is printed first: the thread is ended at once when this arrives.
await setImmediate();
parentPort?.postMessage(imported);

async function importFrom(file: string): Promise<ImportedLaws> {
  try {
    register('./law-resolve.js', import.meta.url);
    return { laws: lawsOf((await import(pathToFileURL(file).href)) as object) };
  } catch (error) {
    if (!(error instanceof Error)) {
      const name = 'an error that is no Error';
      return { error: { name, message: String(error), stack: '' } };
    }
    const { name, message } = error;
    const { code } = error as NodeJS.ErrnoException;
    const inner = code === 'LAW_INVALID' && error.cause instanceof Error ? error.cause : error;
    const { stack = '' } = inner;
    return { error: { name, message, stack, ...(typeof code === 'string' && { code }) } };
  }
}

/** The laws among what a module exports, alone and in lists; one that is exported twice counts once. */
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

/** Of any version: a law of another one is refused, not left out. */
function isLaw(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'law' in value && typeof value.law === 'number'
  );
}
