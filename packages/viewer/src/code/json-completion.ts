import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { keyOf, pathTo, wholeTree } from './json-place.ts';
import { schemaWith } from './scenario-schema.ts';
import { type Path, type Schema, SchemaWalk } from './schema-walk.ts';

/** For each key whose value names an element of the scenario, the lists that can contain this element. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  target: ['targets'],
  second: ['targets'],
  quarry: ['species'],
  offspring: ['species'],
  leader: ['species'],
  path: ['paths'],
  species: ['species'],
};

/**
 * Offers completions for the key or value at the cursor. They come from the schema of scenarios and from the laws that
 * this scenario contains.
 */
export function completeScenario(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const tree = wholeTree(state);
  if (tree === undefined) return null;
  const node = tree.resolveInner(pos, -1);
  const document = looseValue(state, tree);
  const walk = new SchemaWalk(schemaWith(valueAt(document, ['laws'])));
  const word = context.matchBefore(/"?[\w:.-]*/);
  const from = node.name === 'String' || node.name === 'PropertyName' ? node.from : word?.from;
  if (from === undefined || (from === pos && !context.explicit)) return null;
  const to = node.name === 'String' || node.name === 'PropertyName' ? node.to : pos;
  const place = placeAt(state, node);
  if (place === undefined) return null;
  const options =
    place.kind === 'key'
      ? keysOf(walk, document, place.path, isFollowedByColon(state, to))
      : valuesOf(walk, document, place.path);
  return options.length === 0 ? null : { from, to, options, validFor: /^"?[\w:.-]*"?$/ };
}

/**
 * Finds the key or value at a position of the text, and its description in the schema; undefined when there is none.
 */
export function describeAt(
  state: EditorState,
  pos: number,
): { node: SyntaxNode; text: string } | undefined {
  const tree = wholeTree(state);
  if (tree === undefined) return undefined;
  const node = tree.resolveInner(pos, 1);
  if (node.name !== 'PropertyName' && node.name !== 'String') return undefined;
  const document = looseValue(state, tree);
  const path = pathTo(state, node);
  const walk = new SchemaWalk(schemaWith(valueAt(document, ['laws'])));
  const forms =
    node.name === 'PropertyName' || path.at(-1) !== 'type'
      ? walk.formsAt(document, path)
      : // The value of `type` is described by the schema of the whole object.
        walk.formsAt(document, path.slice(0, -1));
  const text = forms.map(wordsOf).find((words) => words !== '');
  return text === undefined ? undefined : { node, text };
}

interface Place {
  readonly kind: 'key' | 'value';
  readonly path: Path;
}

function placeAt(state: EditorState, node: SyntaxNode): Place | undefined {
  const { parent } = node;
  if (node.name === 'PropertyName' && parent?.parent) {
    return { kind: 'key', path: pathTo(state, parent.parent) };
  }
  if (node.name === 'Object' || (node.name === '{' && parent)) {
    return { kind: 'key', path: pathTo(state, node.name === 'Object' ? node : parent!) };
  }
  if (parent?.name === 'Object' && (node.name === ',' || node.type.isError)) {
    return { kind: 'key', path: pathTo(state, parent) };
  }
  const inArray = node.name === 'Array' ? node : parent?.name === 'Array' ? parent : undefined;
  if (inArray !== undefined && node.name !== 'String') {
    return { kind: 'value', path: [...pathTo(state, inArray), 0] };
  }
  if (node.name === 'JsonText') return undefined;
  return { kind: 'value', path: pathTo(state, node) };
}

function keysOf(walk: SchemaWalk, document: unknown, path: Path, isNamed: boolean): Completion[] {
  const there = valueAt(document, path);
  const taken = new Set(typeof there === 'object' && there !== null ? Object.keys(there) : []);
  const options = new Map<string, Completion>();
  for (const { properties = {}, required = [] } of walk.formsAt(document, path)) {
    for (const [key, schema] of Object.entries(properties)) {
      if (options.has(key) || (taken.has(key) && !isNamed)) continue;
      const forms = walk.childOf([{ properties: { [key]: schema } }], key, undefined);
      const info = forms.map(wordsOf).find((words) => words !== '') ?? '';
      options.set(key, {
        label: JSON.stringify(key),
        type: 'property',
        apply: isNamed ? JSON.stringify(key) : `${JSON.stringify(key)}: `,
        boost: required.includes(key) ? 1 : 0,
        ...(info !== '' && { info }),
      });
    }
  }
  return [...options.values()];
}

function valuesOf(walk: SchemaWalk, document: unknown, path: Path): Completion[] {
  const options = new Map<string, Completion>();
  const offer = (value: unknown, info: string) => {
    const label = JSON.stringify(value);
    if (options.has(label)) return;
    options.set(label, { label, type: 'constant', ...(info !== '' && { info }) });
  };
  const key = path.at(-1);
  const parent = path.slice(0, -1);
  // Each type of behavior has its own schema, which describes what the type does.
  const owners = new Map(
    walk
      .formsAt(without(document, path), parent)
      .flatMap((form) => [[form.properties?.[String(key)]?.const, wordsOf(form)] as const]),
  );
  for (const form of walk.formsAt(without(document, path), path)) {
    const words = wordsOf(form);
    if (form.const !== undefined) offer(form.const, owners.get(form.const) || words);
    for (const value of form.enum ?? []) offer(value, owners.get(value) || words);
    if (form.type === 'boolean') for (const value of [true, false]) offer(value, words);
    if (form.default !== undefined) offer(form.default, words);
    if (form.type === 'object') offer({}, words);
    if (form.type === 'array') offer([], words);
  }
  const named = typeof key === 'number' ? parent.at(-1) : key;
  const isReference = path.length > 1;
  for (const list of isReference ? (NAMED[String(named)] ?? []) : []) {
    for (const name of namesOf(document, list)) offer(name, `One of ${list}.`);
  }
  return [...options.values()];
}

function namesOf(document: unknown, list: string): readonly string[] {
  const elements = valueAt(document, [list]);
  if (!Array.isArray(elements)) return [];
  return elements.map((element) => element?.name).filter((name) => typeof name === 'string');
}

function isFollowedByColon(state: EditorState, at: number): boolean {
  return /^\s*:/.test(state.sliceDoc(at, at + 20));
}

/** The description that a schema contains, followed by its unit, range and default. */
function wordsOf({ description = '', unit, minimum, maximum, default: usual }: Schema): string {
  const facts = [
    ...(unit === undefined || unit === '1' ? [] : [unit]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(usual === undefined || typeof usual === 'object'
      ? []
      : [`default ${JSON.stringify(usual)}`]),
  ];
  return [description, facts.join(', ')].filter((text) => text !== '').join(' \u00b7 ');
}

/** Reads those parts of the text that are valid JSON, and leaves out the invalid parts. */
export function looseValue(state: EditorState, tree: Tree): unknown {
  const read = (node: SyntaxNode | null): unknown => {
    if (node === null) return undefined;
    if (node.name === 'Object') {
      const entries = node.getChildren('Property').flatMap((property) => {
        const name = property.getChild('PropertyName');
        const { lastChild } = property;
        if (name === null || lastChild === null || lastChild.name === 'PropertyName') return [];
        return [[keyOf(state, name), read(lastChild)] as const];
      });
      return Object.fromEntries(entries);
    }
    if (node.name === 'Array') {
      const found: unknown[] = [];
      for (let at = node.firstChild; at !== null; at = at.nextSibling) {
        if (/^[A-Z]/.test(at.name)) found.push(read(at));
      }
      return found;
    }
    try {
      return JSON.parse(state.sliceDoc(node.from, node.to));
    } catch {
      return undefined;
    }
  };
  return read(tree.topNode.firstChild);
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[part]
        : undefined,
    document,
  );
}

/**
 * Returns a copy of the document in which the value at the path is an empty string. So the current value does not limit
 * which completions are offered for the path.
 */
function without(document: unknown, path: Path): unknown {
  if (path.length === 0) return '';
  const [part, ...rest] = path;
  if (typeof document !== 'object' || document === null) return document;
  const copy = (Array.isArray(document) ? [...document] : { ...document }) as Record<
    string | number,
    unknown
  >;
  copy[part] = without(copy[part], rest);
  return copy;
}
