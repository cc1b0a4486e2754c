import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { pathTo, placeOfPath, readPath, wholeTree } from '../../src/code/json-place.ts';
import { readEditor } from '../../src/code/scenario-problems.ts';

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [json()] });

const TEXT = `{
  "name": "odd",
  "species": [
    { "name": "a", "count": 3, "spawn": { "type": "sphere", "center": [0, 0], "radius": 2 } },
    {
      "name": "b",
      "count": -1,
      "spawn": { "type": "sphere", "center": [0, 0], "radius": 2, "size": 4 },
      "behaviors": [
        { "type": "wander" },
        { "type": "seek", "weight": "much" },
        { "type": "sek" }
      ]
    }
  ]
}`;

/** The marked text and its line. */
function marked(text: string): string[] {
  const state = stateOf(text);
  return readEditor(state).problems.map(
    ({ from, to }) => `${state.doc.lineAt(from).number}: ${state.sliceDoc(from, to)}`,
  );
}

describe('places in JSON', () => {
  it.each([
    ['$', []],
    ['$.species[12].count', ['species', 12, 'count']],
    ['$["a key"][0]["quote \\" and ]"].x', ['a key', 0, 'quote " and ]', 'x']],
  ])('reads the path %s', (path, parts) => {
    expect(readPath(path)).toEqual(parts);
  });

  it('finds each value by its path, and each path by its value', () => {
    const state = stateOf(TEXT);
    const tree = wholeTree(state)!;
    const paths = [
      ['name'],
      ['species', 0, 'spawn', 'radius'],
      ['species', 1, 'count'],
      ['species', 1, 'behaviors', 1, 'weight'],
    ];
    for (const path of paths) {
      const { from, to } = placeOfPath(state, tree, path);
      const found = path.reduce<unknown>(
        (value, part) => (value as Record<string, unknown>)[part],
        JSON.parse(TEXT),
      );
      expect(JSON.parse(state.sliceDoc(from, to))).toEqual(found);
      expect(pathTo(state, tree.resolveInner(from, 1))).toEqual(path);
    }
  });

  it('marks each problem of a scenario at its place', () => {
    expect(marked(TEXT)).toEqual(['7: -1', '8: "size"', '11: "much"', '12: "sek"']);
  });

  it('marks a missing key at the object that lacks it', () => {
    expect(
      marked('{\n  "name": "x",\n  "species": [\n    { "name": "a", "count": 2 }\n  ]\n}'),
    ).toEqual(['4: {']);
    expect(marked('{\n "name": "x"\n}')).toEqual(['1: {']);
  });

  it('marks a syntax error, the end of an incomplete text, and a duplicate key', () => {
    expect(marked('{\n  "name": "x",\n  "seed": 3 "dt": 1\n}')).toEqual(['3: "dt":']);
    expect(marked('{\n  "name": "x",\n}')[0]).toMatch(/^[23]: /);
    expect(marked('{\n  "name": "x"')[0]).toMatch(/^2: /);
    expect(marked('')).toEqual(['1: ']);
    expect(marked('{ "name": "x",\n  "name": "y" }')).toEqual(['1: {', '2: "name"']);
  });
});
