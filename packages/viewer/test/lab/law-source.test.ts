import { CompletionContext } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { EditorState } from '@codemirror/state';
import { defineLaw, type Law } from '@skein/core/laws';
import { describe, expect, it } from 'vitest';
import { wholeTree } from '../../src/code/json-place.ts';
import { completeLaw } from '../../src/lab/law-completion.ts';
import { listLaw } from '../../src/lab/law-listing.ts';
import { placeInLaw } from '../../src/lab/law-place.ts';
import { lineInStack } from '../../src/lab/stack-line.ts';
import { stripTypes } from '../../src/lab/strip-types.ts';

const stateOf = (doc: string) =>
  EditorState.create({ doc, extensions: [javascript({ typescript: true })] });

describe('TypeScript without its types', () => {
  it('keeps every line where it is', () => {
    const source = `import { defineLaw, type Law } from '@skein/core/laws';
interface Sized<T> {
  readonly size: T;
}
export const one = (of: Sized<number>): number =>
  of.size as number;

export type Two = Law;
export const two = 2 satisfies number;`;
    const { code = '' } = stripTypes(source);
    const lines = code.split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[4]).toContain('const one = (of)');
    expect(lines[5]).toContain('of.size');
    expect(lines[8]).toContain('const two = 2');
    expect(code).not.toMatch(/interface|satisfies|Sized/);
  });

  it('reports line and column of a syntax error', () => {
    const { slip } = stripTypes('const a = 1;\nconst b = ;\n');
    expect(slip).toMatchObject({ line: 2, column: 10 });
    expect(slip?.message).not.toMatch(/\(2:/);
  });
});

it.each([
  ['Chromium', 'Error: x\n    at Q (blob:null/1-2:1:9000)\n    at force (blob:null/1-2:15:9)'],
  ['Firefox', 'Q@blob:null/1-2:1:9000\nforce@blob:null/1-2:15:9\nlab@blob:null/1-2:1:44'],
  ['WebKit', 'Q@blob:null/1-2:1:9000\nforce@blob:null/1-2:15:9'],
])('finds the line of the source in a stack of %s', (_, stack) => {
  expect(lineInStack(stack, { before: 3, own: 20 })).toBe(12);
  expect(lineInStack(stack, { before: 3, own: 11 })).toBeUndefined();
  expect(lineInStack('Error: 15:9 is no place', { before: 3, own: 20 })).toBeUndefined();
});

it('finds the place that an error names in the options of its law', () => {
  const source = `defineLaw({ name: 'one', parameters: { a: { min: 3 } } });
const two = defineLaw({
  name: 'two',
  parameters: {
    a: { unit: 'm', min: 4 },
  },
  force: ({ parameters }) => parameters.b,
});`;
  const state = stateOf(source);
  const placed = (law: string, where: string) => {
    const place = placeInLaw(state, wholeTree(state)!, law, where);
    if (place === undefined) return undefined;
    const { from, to } = place;
    return `${state.doc.lineAt(from).number}: ${state.sliceDoc(from, to)}`;
  };
  expect(placed('"two"', 'parameters.a.min')).toBe('5: min');
  expect(placed('"one"', 'parameters.a.min')).toBe('1: min');
  expect(placed('"two"', 'parameters.a.default')).toBe('5: a');
  expect(placed('"two"', 'force: add')).toBe('7: force');
  expect(placed('"two"', 'parameters.b')).toBe('7: b');
  expect(placed('"two"', 'nodes.3')).toBeUndefined();
});

it('completes values, methods and parameters', () => {
  const offered = (text: string) => {
    const at = text.indexOf('|');
    const state = stateOf(text.replace('|', ''));
    const found = completeLaw(new CompletionContext(state, at, false));
    return found?.options.map(({ label }) => label) ?? [];
  };
  expect(offered('self.|')).toEqual(expect.arrayContaining(['velocity', 'maxSpeed']));
  expect(offered('self.|')).not.toContain('offset');
  expect(offered('other.|')).toEqual(expect.arrayContaining(['offset', 'distanceSquared']));
  expect(offered('aim.fo|')).toContain('found');
  expect(offered('random.|')).toEqual(expect.arrayContaining(['uniform', 'direction']));
  expect(offered('self.velocity.|')).toEqual(
    expect.arrayContaining(['withLength', 'lessThan', 'sum']),
  );
  expect(offered("parameters: { haste: { unit: 'm' } } parameters.|")).toEqual(['haste']);
  expect(offered('sel|')).toEqual(expect.arrayContaining(['select', 'self']));
});

it('lists a law step by step', () => {
  const law: Law = defineLaw({
    name: 'half',
    description: 'Loses half of its speed along x.',
    force: ({ self }) => self.velocity.mul(-0.5),
  });
  expect(listLaw(law).split('\n')).toEqual([
    'n0 = self.velocity.x',
    'n1 = -0.5',
    'n2 = n0 * n1',
    'n3 = self.velocity.y',
    'n4 = n3 * n1',
    'n5 = self.velocity.z',
    'n6 = n5 * n1',
    'force: (n2, n4, n6)',
  ]);
});
