import {
  LIMITS,
  MAX_SCENARIO_BYTES,
  memoryBytes,
  parseScenarioText,
  type Scenario,
  ScenarioError,
} from '@skein/core';

/**
 * Reads a scenario out of a file, however the file was made.
 *
 * @throws ScenarioError with every problem, also for what is too large, no text, or no room
 */
export async function readScenarioFile(file: Blob): Promise<Scenario> {
  if (file.size > MAX_SCENARIO_BYTES) {
    refuse('SCENARIO_TOO_LARGE', `${file.size} bytes`, `at most ${MAX_SCENARIO_BYTES} bytes`);
  }
  const scenario = parseScenarioText(textOf(await file.arrayBuffer()));
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
    return refuse('SCENARIO_NOT_JSON', 'bytes that are no text', 'JSON text in UTF-8');
  }
}

function refuse(code: ScenarioError['code'], found: string, expected: string): never {
  throw new ScenarioError(code, [{ path: '$', found, expected }]);
}
