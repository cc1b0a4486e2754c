import type { Problem } from '@skein/core';
import { findExcess, findTwinKey, type JsonLimits, jsonPath } from '@skein/core/describe';

/** The maximum size of a plan, in bytes: enough for the largest scenario and for long lists of values. */
export const MAX_PLAN_BYTES = 64 * 0x100000;

const SIZE: JsonLimits = { depth: 40, keys: 4096, elements: 1_000_000, parts: 2_000_000 };

/** Parses the JSON of a plan. If the text is not valid JSON, returns its problems. */
export function readPlanText(text: string): { input: unknown } | { problems: Problem[] } {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const refuse = (found: string, expected: string, path = '$') => ({
    problems: [{ path, found, expected }],
  });
  if (body.trim() === '') return refuse('an empty text', 'a JSON object');
  const excess = findExcess(body, SIZE);
  if (excess !== undefined) return refuse(excess.found, excess.expected);
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch (error) {
    return refuse(`text that is not JSON (${(error as Error).message})`, 'a JSON object');
  }
  const twin = findTwinKey(body);
  if (twin === undefined) return { input };
  const found = `the key a second time, in line ${twin.line}, column ${twin.column}`;
  return refuse(found, 'each key once', jsonPath(twin.path));
}
