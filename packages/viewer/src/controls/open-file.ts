import { memoryBytes, parseScenarioText, type Scenario, ScenarioError } from '@skein/core';
import { LIMITS, MAX_SCENARIO_BYTES, SAVED_HEAD_BYTES, savedKind } from '@skein/core/describe';
import { fetchOwn } from '../files/fetch-own.ts';
import type { FromFile } from '../share/saved-file.ts';

/**
 * Fetches a scenario from the host of the page.
 *
 * @throws ScenarioError in the same cases as `readScenarioFile`
 * @throws Error when the address is on another host, the file is too large, or the fetch fails
 */
export async function fetchScenario(address: string): Promise<Scenario> {
  return readScenarioFile(await fetchOwn(address, MAX_SCENARIO_BYTES));
}

/**
 * Reads a file that contains a scenario, a snapshot, a replay, or a level in glTF, of which it makes a scenario.
 *
 * @throws ScenarioError in the cases in which `readScenarioFile` throws it; SnapshotError when a snapshot or replay is
 * incomplete; Error when nothing can be made of a level
 */
export async function readFile(file: File): Promise<FromFile> {
  if (/\.(glb|gltf)$/i.test(file.name)) {
    const { readLevel } = await import('../level/read-level.ts');
    return { file: fitting(await readLevel(file)) };
  }
  const kind = savedKind(new Uint8Array(await file.slice(0, SAVED_HEAD_BYTES).arrayBuffer()));
  if (kind === undefined) return { file: await readScenarioFile(file) };
  const { readSaved } = await import('../share/saved-file.ts');
  return readSaved(new Uint8Array(await file.arrayBuffer()), kind);
}

/**
 * Reads a scenario from a file in any of the formats that `parseScenarioText` accepts.
 *
 * @throws ScenarioError with every problem; also when the file is too large, is not text, or describes a world that
 * needs too much memory
 */
export async function readScenarioFile(file: Blob): Promise<Scenario> {
  if (file.size > MAX_SCENARIO_BYTES) {
    refuse('SCENARIO_TOO_LARGE', `${file.size} bytes`, `at most ${MAX_SCENARIO_BYTES} bytes`);
  }
  return fitting(parseScenarioText(textOf(await file.arrayBuffer())));
}

/** @throws ScenarioError when a scenario describes a world that needs too much memory */
function fitting(scenario: Scenario): Scenario {
  const bytes = memoryBytes(scenario);
  if (bytes > LIMITS.bytes) {
    refuse('SCENARIO_TOO_LARGE', `a world of ${bytes} bytes`, `at most ${LIMITS.bytes}`);
  }
  return scenario;
}

function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('SCENARIO_NOT_JSON', 'bytes that are not text', 'JSON text in UTF-8');
  }
}

function refuse(code: ScenarioError['code'], found: string, expected: string): never {
  throw new ScenarioError(code, [{ path: '$', found, expected }]);
}
