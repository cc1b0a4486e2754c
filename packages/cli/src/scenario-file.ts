import { open } from 'node:fs/promises';
import { MAX_SCENARIO_BYTES, parseScenarioText, type Scenario, ScenarioError } from '@skein/core';
import { CliError, fileError } from './errors.ts';
import { EXIT } from './exit-codes.ts';

/**
 * Reads and checks a scenario; "-" is standard input. Never takes in more than
 * `MAX_SCENARIO_BYTES`, whatever the file claims to be: pipes and devices have no size to ask for.
 *
 * @throws CliError when it cannot be read, and when it is refused.
 */
export async function readScenario(path: string): Promise<Scenario> {
  try {
    const bytes = path === '-' ? await collect(process.stdin) : await readFile(path);
    return parseScenarioText(decode(bytes));
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (error instanceof ScenarioError) throw refuseScenario(path, error.message, error);
    throw fileError('read', scenarioLabel(path), error);
  }
}

/** The error for a scenario that could be read, but not accepted. */
export function refuseScenario(path: string, reason: string, cause?: unknown): CliError {
  return new CliError(EXIT.refused, `${scenarioLabel(path)}: ${reason}`, { cause });
}

function scenarioLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function readFile(path: string): Promise<Uint8Array> {
  await using file = await open(path, 'r');
  const status = await file.stat();
  if (status.isDirectory()) {
    throw new CliError(EXIT.file, `cannot read ${path}: found a directory, expected a file`);
  }
  if (status.size > MAX_SCENARIO_BYTES) throw tooLarge(`${status.size} bytes`);
  return await collect(file.createReadStream({ autoClose: false }));
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_SCENARIO_BYTES) throw tooLarge(`more than ${MAX_SCENARIO_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(found: string): ScenarioError {
  const expected = `at most ${MAX_SCENARIO_BYTES} bytes`;
  return new ScenarioError('SCENARIO_TOO_LARGE', [{ path: '$', found, expected }]);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ScenarioError('SCENARIO_NOT_JSON', [
      { path: '$', found: 'bytes that are not UTF-8', expected: 'JSON text in UTF-8' },
    ]);
  }
}
