import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeScenario, describeAt } from '../../src/code/json-completion.ts';

/** The completions at the bar in a text. */
function offered(text: string): string[] {
  const at = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
  const found = completeScenario(new CompletionContext(state, at, true));
  return found?.options.map(({ label }) => JSON.parse(label)) ?? [];
}

const around = (inner: string) => `{
  "name": "x",
  "targets": [{ "name": "lamp", "position": [0, 0] }, { "name": "star", "position": [1, 0] }],
  "species": [{ "name": "moth", "count": 3, ${inner} }]
}`;

describe('completion in a scenario', () => {
  it('offers the allowed keys, without those already present', () => {
    const keys = offered('{ "name": "x", "seed": 3, | }');
    expect(keys).toContain('species');
    expect(keys).not.toContain('seed');
    expect(keys).not.toContain('weight');
    expect(offered('{ "name": "x", "sp| }')).toContain('species');
  });

  it('offers the keys of a behavior by its type', () => {
    const seek = offered(around('"behaviors": [{ "type": "seek", | }]'));
    expect(seek).toContain('quarry');
    expect(seek).not.toContain('cosine');
    const cohesion = offered(around('"behaviors": [{ "type": "cohesion", | }]'));
    expect(cohesion).toContain('cosine');
    expect(cohesion).not.toContain('quarry');
  });

  it('offers the types of behaviors and bounds, and the values of an enum', () => {
    const types = offered(around('"behaviors": [{ "type": "| }]'));
    expect(types).toEqual(expect.arrayContaining(['seek', 'orca', 'separation']));
    expect(types).not.toContain('box');
    expect(offered(around('"behaviors": [{ "type": "seek|" }]'))).toContain('orca');
    expect(offered('{ "bounds": { "type": "|" } }')).toEqual(['open', 'wrap', 'contain']);
    expect(offered(around('"body": "|"'))).toContain('bird');
  });

  it('offers the names that a behavior can refer to', () => {
    const names = offered(around('"behaviors": [{ "type": "seek", "target": "|" }]'));
    expect(names).toEqual(['lamp', 'star']);
    expect(offered(around('"behaviors": [{ "type": "seek", "quarry": "|" }]'))).toEqual(['moth']);
  });

  it('offers the parameters of the laws in the scenario', () => {
    const law = {
      law: 1,
      name: 'lift',
      description: 'Pushes along y.',
      aim: 'none',
      parameters: { push: { unit: 'N', default: 1, min: 0, max: 9, description: 'How strongly.' } },
      nodes: [
        ['number', 0],
        ['parameter', 'push'],
      ],
      result: 'force',
      vector: [0, 1, 0],
    };
    const text = around('"behaviors": [{ "type": "law:lift", | }]');
    expect(offered(text.replace('{', `{ "laws": ${JSON.stringify([law])},`))).toContain('push');
    expect(offered(text)).not.toContain('push');
  });

  it('describes a key, with its unit and range', () => {
    const doc = around('"mass": 2');
    const state = EditorState.create({ doc, extensions: [json()] });
    expect(describeAt(state, doc.indexOf('mass'))?.text).toBe(
      'Mass: acceleration is force / mass. \u00b7 kg, 0.000001 to 1000000, default 1',
    );
  });
});
