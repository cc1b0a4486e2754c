import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGlb } from '../../../src/scene/models/glb.ts';
import { modelOf } from '../../../src/scene/models/load-model.ts';
import { MAX_TRIANGLES, trianglesOf } from '../../../src/scene/models/model-triangles.ts';
import { glbOf, type Json, triangle } from './glb-parts.ts';

const read = (file: Uint8Array) => trianglesOf(readGlb(file));

/** The triangle, with other values at these paths of its JSON: `accessors.0.count`. */
function changed(values: Json, change?: (bin: Uint8Array) => void): Uint8Array {
  const { json, bin } = triangle();
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const last = keys.pop()!;
    const place = keys.reduce((part, key) => part[key] as Json, json);
    place[last] = value;
  }
  change?.(bin);
  return glbOf(json, bin);
}

describe('the triangles of a model', () => {
  it('are placed by its nodes, in the order of the indices, with vertex and base colors', () => {
    const corners = read(changed({}));
    expect(corners.map(({ place }) => place.toArray())).toEqual([
      [10, 1, 0],
      [10, 0, 2],
      [11, 0, 0],
    ]);
    const colors = corners.map(({ color }) =>
      color.toArray().map((value) => Math.round(100 * value)),
    );
    expect(colors).toEqual([
      [0, 0, 10],
      [100, 0, 0],
      [0, 100, 0],
    ]);
  });

  it('need no indices, no colors, no scene', () => {
    const file = changed({
      'meshes.0.primitives.0': { attributes: { POSITION: 0 } },
      scenes: undefined,
      scene: undefined,
      nodes: [{ mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1] }],
    });
    const [first] = read(file);
    expect(first.place.toArray()).toEqual([0, 3, 2]);
    expect(first.color.toArray()).toEqual([1, 1, 1]);
  });

  it('are drawn one unit long, and the model has its length in meters', () => {
    const { shape, length } = modelOf(read(changed({})));
    expect(length).toBe(2);
    expect(shape.vertices.length).toBe(3 * 7);
    expect([...shape.vertices.slice(7, 14)]).toEqual([5, 0, 1, 0, 1, 0, 0]);
  });

  it('of the paper crane are symmetric, and face ahead', () => {
    const crane = new URL('../../../public/models/paper-crane.glb', import.meta.url);
    const corners = read(readFileSync(crane));
    const xs = corners.map(({ place }) => place.x);
    expect(Math.max(...xs)).toBeCloseTo(-Math.min(...xs));
    const red = corners.filter(({ color }) => color.r > 2 * color.g);
    expect(red.length).toBeGreaterThan(0);
    expect(Math.min(...red.map(({ place }) => place.z))).toBeGreaterThan(0.2);
  });
});

const many = (count: number, one: Json = {}) => Array.from({ length: count }, () => ({ ...one }));

describe('a model is refused', () => {
  it.each<[string, Json, RegExp]>([
    ['of another file', { 'buffers.0.uri': 'https://evil.example/a' }, /\[0\]: found an address/],
    ['of data in its text', { 'buffers.0.uri': 'data:,a' }, /found an address/],
    ['of two buffers', { buffers: many(2) }, /\$\.buffers: found 2 entries/],
    ['of a huge count', { 'accessors.0.count': 4e9 }, /\[0\]\.count: found 4000000000/],
    ['of a negative count', { 'accessors.0.count': -3 }, /count: found -3/],
    ['of too many', { 'accessors.0.count': 4 }, /\[0\]: found 48 bytes, expected at most the 36/],
    ['of an offset', { 'accessors.0.byteOffset': 1e9 }, /byteOffset: found 1000000000/],
    ['of a view', { 'bufferViews.0.byteLength': 1e9 }, /bufferViews\[0\]\.byteLength: found/],
    ['of a stride', { 'bufferViews.0.byteStride': 252 }, /found 516 bytes/],
    ['of sparse values', { 'accessors.0.sparse': { count: 1e9 } }, /sparse/],
    ['of no bytes', { 'accessors.0.bufferView': undefined }, /bufferView: found nothing/],
    ['of one color', { 'accessors.1.count': 1 }, /a color for each/],
    ['of colors of one number', { 'accessors.1.type': 'SCALAR' }, /a color for each/],
    ['of lines', { 'meshes.0.primitives.0.mode': 1 }, /mode: found 1, expected one of 4/],
    ['of an unknown node', { 'nodes.1.children': [7] }, /children\[0\]: found 7/],
    ['of a node below itself', { 'nodes.1.children': [0, 1] }, /nodes\[1\]: found a second parent/],
    ['of a node twice', { 'nodes.1.children': [0, 0] }, /nodes\[0\]: found a second parent/],
    ['of many nodes', { nodes: many(1001) }, /\$\.nodes: found 1001 entries/],
    ['of compression', { extensionsRequired: ['KHR_draco'] }, /KHR_draco, expected KHR_mesh/],
    ['of glTF 1', { 'asset.version': '1.0' }, /asset\.version: found "1\.0"/],
    ['of nothing to draw', { scenes: [{ nodes: [] }] }, /no triangles/],
    ['of a list', { asset: [] }, /asset: found an array, expected an object/],
  ])('because %s', (_, values, words) => {
    expect(() => read(changed(values))).toThrow(words);
  });

  it('with indices beyond its points, or positions that are not finite', () => {
    expect(() => read(changed({}, (bin) => bin.fill(9, 48)))).toThrow('found point 2313 of 3');
    expect(() => read(changed({}, (bin) => bin.fill(255, 0, 4)))).toThrow('not finite');
  });

  it('with more triangles than a body may have, also through many nodes', () => {
    const file = changed({
      'meshes.0.primitives': many(10, { attributes: { POSITION: 0 } }),
      nodes: many(MAX_TRIANGLES / 10 + 1, { mesh: 0 }),
      scenes: undefined,
    });
    expect(() => read(file)).toThrow(`more than ${MAX_TRIANGLES} triangles`);
  });

  it.each([
    ['nothing', new Uint8Array(), /found other bytes, expected a binary glTF/],
    ['a picture', new TextEncoder().encode('\x89PNG and more than twelve bytes'), /other bytes/],
    ['glTF as text', new TextEncoder().encode('{"asset":{"version":"2.0"}}'), /\.glb/],
    ['another version', glbOf({}, new Uint8Array()).fill(3, 4, 5), /version 3/],
    ['cut off', glbOf({ asset: {} }, new Uint8Array(8)).slice(0, 24), /24 bytes, expected \d+/],
    ['text that is not JSON', glbOf({}, new Uint8Array()).fill(0xff, 20, 22), /not JSON/],
  ])('that is %s', (_, file, words) => {
    expect(() => read(file)).toThrow(words);
  });

  it('with any changed byte, or is drawn (2,000 files, seed 5)', () => {
    const whole = changed({});
    let state = 5;
    const next = (end: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % end;
    };
    const found = { drawn: 0, refused: 0 };
    for (let turn = 0; turn < 2000; turn++) {
      const file = whole.slice();
      file[next(file.length)] = next(256);
      try {
        read(file);
        found.drawn += 1;
      } catch (error) {
        expect((error as Error).message).toMatch(/: found .*, expected /);
        found.refused += 1;
      }
    }
    expect(found.drawn).toBeGreaterThan(100);
    expect(found.refused).toBeGreaterThan(100);
  });
});
