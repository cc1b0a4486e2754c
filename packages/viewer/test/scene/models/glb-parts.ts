/** A part of a model's JSON, as any file may contain it. */
export type Json = Record<string, unknown>;

/**
 * A triangle of three colors, in a node that is moved and turned; asymmetric, so that no axis can be confused with
 * another.
 */
export function triangle(): { json: Json; bin: Uint8Array } {
  const positions = Float32Array.from([0, 0, 2, 1, 0, 0, 0, 0.5, 0]);
  // Four components of one byte each.
  const colors = Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 51, 255]);
  const indices = Uint16Array.from([2, 0, 1]);
  const bin = new Uint8Array(56);
  bin.set(new Uint8Array(positions.buffer), 0);
  bin.set(colors, 36);
  bin.set(new Uint8Array(indices.buffer), 48);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [1] }],
    nodes: [
      { mesh: 0, translation: [10, 0, 0] },
      { children: [0], scale: [1, 2, 1] },
    ],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 1, 0.5, 1] } }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5121, normalized: true, count: 3, type: 'VEC4' },
      { bufferView: 2, componentType: 5123, count: 3, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 12 },
      { buffer: 0, byteOffset: 48, byteLength: 6 },
    ],
    buffers: [{ byteLength: 56 }],
  };
  return { json, bin };
}

/** The parts joined to a binary glTF file. */
export function glbOf(json: unknown, bin: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(text.length + (-text.length & 3)).fill(0x20);
  padded.set(text);
  const file = new Uint8Array(12 + 8 + padded.length + 8 + bin.length);
  const view = new DataView(file.buffer);
  [0x46546c67, 2, file.length, padded.length, 0x4e4f534a].forEach((word, at) => {
    view.setUint32(4 * at, word, true);
  });
  file.set(padded, 20);
  view.setUint32(20 + padded.length, bin.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  file.set(bin, 28 + padded.length);
  return file;
}
