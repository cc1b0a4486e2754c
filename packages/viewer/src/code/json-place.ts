import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Path } from './schema-walk.ts';

/** A range of the text, as offsets. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The maximum time for parsing the text, in ms. */
const PATIENCE_MS = 2000;

/** The syntax tree of the whole text; undefined if parsing takes longer than `PATIENCE_MS`. */
export function wholeTree(state: EditorState): Tree | undefined {
  return ensureSyntaxTree(state, state.doc.length, PATIENCE_MS) ?? undefined;
}

/** Splits a path from an error message into keys and indices. Examples: `$.species[0].count`, `$["odd key"]`. */
export function readPath(path: string): Path {
  const parts = path.matchAll(/\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return [...parts].map(([, key, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return key ?? (JSON.parse(quoted) as string);
  });
}

/**
 * Finds the text range of the value at a path. If that value does not exist, finds the nearest existing value around
 * it. The range is limited to one line.
 */
export function placeOfPath(state: EditorState, tree: Tree, path: Path): Range {
  let value = tree.topNode.firstChild;
  let key: SyntaxNode | undefined;
  for (const part of path) {
    const child = value && childOf(state, value, part);
    if (!child) break;
    ({ key, value } = child);
  }
  if (value === null) return { from: 0, to: 0 };
  const isPlain = value.name !== 'Object' && value.name !== 'Array';
  const { from, to } = isPlain || key === undefined ? value : key;
  const { to: lineEnd } = state.doc.lineAt(from);
  return { from, to: Math.min(to, isPlain || key ? lineEnd : from + 1) };
}

/** Finds the text range of the last key of a path; undefined when the key does not exist. */
export function placeOfKey(state: EditorState, tree: Tree, path: Path): Range | undefined {
  let value = tree.topNode.firstChild;
  let key: SyntaxNode | undefined;
  for (const part of path) {
    const child = value && childOf(state, value, part);
    if (!child) return undefined;
    ({ key, value } = child);
  }
  return key && { from: key.from, to: key.to };
}

/** The path to a node of the syntax tree. For a property, this is the path to its value. */
export function pathTo(state: EditorState, node: SyntaxNode): Path {
  const parts: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    if (at.name === 'Property') {
      const name = at.getChild('PropertyName');
      if (name) parts.unshift(keyOf(state, name));
    } else if (at.parent.name === 'Array') {
      parts.unshift(elementsOf(at.parent).findIndex((one) => one.from === at?.from));
    }
  }
  return parts;
}

/** The text range of the first syntax error; undefined when there is none. */
export function firstSlip(tree: Tree): Range | undefined {
  let found: Range | undefined;
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (found !== undefined) return false;
      if (type.isError) found = { from, to };
      return undefined;
    },
  });
  return found;
}

export function keyOf(state: EditorState, name: SyntaxNode): string {
  const text = state.sliceDoc(name.from, name.to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}

function childOf(
  state: EditorState,
  value: SyntaxNode,
  part: string | number,
): { key?: SyntaxNode; value: SyntaxNode | null } | undefined {
  if (typeof part === 'number') {
    const element = value.name === 'Array' ? elementsOf(value)[part] : undefined;
    return element && { value: element };
  }
  if (value.name !== 'Object') return undefined;
  // If a key occurs twice, the second one is meant.
  for (const property of value.getChildren('Property').reverse()) {
    const key = property.getChild('PropertyName');
    if (key && keyOf(state, key) === part) return { key, value: valueIn(property) ?? key };
  }
  return undefined;
}

function valueIn(property: SyntaxNode): SyntaxNode | null {
  const { lastChild } = property;
  return lastChild === null || lastChild.name === 'PropertyName' ? null : lastChild;
}

const MARKS: ReadonlySet<string> = new Set(['[', ']', '{', '}', ',', ':', '\u26a0']);

function elementsOf(array: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = array.firstChild; at !== null; at = at.nextSibling) {
    if (!MARKS.has(at.name)) found.push(at);
  }
  return found;
}
