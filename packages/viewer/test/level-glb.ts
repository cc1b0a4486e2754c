import { glbOf } from './scene/models/glb-parts.ts';

type Corner = readonly [x: number, y: number, z: number];

/** A floor of 16 m x 12 m, a ramp on it, and a second floor of 4 m x 12 m above it, to which the ramp leads. y is up. */
const QUADS: readonly (readonly Corner[])[] = [
  [
    [-8, 0, 6],
    [8, 0, 6],
    [8, 0, -6],
    [-8, 0, -6],
  ],
  [
    [-4, 3, 6],
    [2, 0, 6],
    [2, 0, 3],
    [-4, 3, 3],
  ],
  [
    [-8, 3, 6],
    [-4, 3, 6],
    [-4, 3, -6],
    [-8, 3, -6],
  ],
];

/** A level as a binary glTF file. Each quad is a node, and all show the same kind of mesh. */
export function levelGlb(): Uint8Array<ArrayBuffer> {
  const positions = Float32Array.from(QUADS.flat(2));
  const indices = Uint16Array.from([0, 1, 2, 0, 2, 3]);
  const bin = new Uint8Array(positions.byteLength + indices.byteLength);
  bin.set(new Uint8Array(positions.buffer), 0);
  bin.set(new Uint8Array(indices.buffer), positions.byteLength);
  const each = <Part>(part: (k: number) => Part): Part[] => QUADS.map((_, k) => part(k));
  const last = QUADS.length;
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: each((k) => k) }],
    nodes: each((k) => ({ mesh: k })),
    meshes: each((k) => ({ primitives: [{ attributes: { POSITION: k }, indices: last }] })),
    accessors: [
      ...each((k) => ({ bufferView: k, componentType: 5126, count: 4, type: 'VEC3' })),
      { bufferView: last, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      ...each((k) => ({ buffer: 0, byteOffset: 48 * k, byteLength: 48 })),
      { buffer: 0, byteOffset: 48 * last, byteLength: 12 },
    ],
    buffers: [{ byteLength: bin.length }],
  };
  return glbOf(json, bin);
}
