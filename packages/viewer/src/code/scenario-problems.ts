import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { type Problem, parseScenarioText, type Scenario, ScenarioError } from '@skein/core';
import { firstSlip, placeOfKey, placeOfPath, readPath, wholeTree } from './json-place.ts';

/** The result of reading a text as a scenario: the scenario, or the problems with their text ranges. */
export type Reading =
  | { readonly scenario: Scenario; readonly problems: readonly [] }
  | { readonly scenario?: undefined; readonly problems: readonly Diagnostic[] };

/** Reads the text of an editor as a scenario. */
export function readEditor(state: EditorState): Reading {
  try {
    return { scenario: parseScenarioText(state.doc.toString()), problems: [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { code } = error;
    const problems = error.problems.map((problem) =>
      code === 'SCENARIO_NOT_JSON' ? slipAt(state, problem) : problemAt(state, problem),
    );
    return { problems: problems.sort((a, b) => a.from - b.from) };
  }
}

function problemAt(state: EditorState, { path, found, expected }: Problem): Diagnostic {
  const message = `${path}: found ${found}, expected ${expected}`;
  const tree = wholeTree(state);
  if (tree === undefined) return { from: 0, to: 0, severity: 'error', message };
  const parts = readPath(path);
  // If a key is not allowed, the key is marked and not its value.
  const isKey = /^(an unknown key|the key )/.test(found);
  const key = isKey ? placeOfKey(state, tree, parts) : undefined;
  return { ...(key ?? placeOfPath(state, tree, parts)), severity: 'error', message };
}

/**
 * Turns a syntax error into a marked problem. JavaScript engines report the position in different ways, so the position
 * comes from the syntax tree instead.
 */
function slipAt(state: EditorState, { found, expected }: Problem): Diagnostic {
  const tree = wholeTree(state);
  const slip = (tree && firstSlip(tree)) ?? { from: 0, to: 0 };
  const { from, to } = slip.to > slip.from ? slip : nextWord(state, slip.from);
  const line = state.doc.lineAt(from);
  const words = found.replace(/ in JSON at position \d+.*(?=\))/, '');
  const message = `found ${words}, expected ${expected}`;
  return { from, to: Math.min(to, line.to), severity: 'error', message };
}

/**
 * Finds the next word after a position. If a part of the text is missing, the editor marks this word, because it cannot
 * mark the missing part.
 */
function nextWord(state: EditorState, at: number): { from: number; to: number } {
  const line = state.doc.lineAt(at);
  const [, space, word] = /^(\s*)(\S*)/.exec(state.sliceDoc(at, line.to))!;
  const from = at + space.length;
  return { from, to: from + word.length };
}
