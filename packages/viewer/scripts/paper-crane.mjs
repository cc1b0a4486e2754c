// `npm run tool -- paper-crane`: writes public/models/paper-crane.glb, the model in docs/bodies.md, a folded crane that
// is 0.6 m wide.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACE = new URL('../public/models/paper-crane.glb', import.meta.url);

/** @typedef {[x: number, y: number, z: number]} Point */

const PAPER = [0.95, 0.93, 0.88];
const SHADE = [0.72, 0.72, 0.76];
const RED = [0.75, 0.05, 0.04];

/** The points of one half: x to the left, y up, z ahead, in m. The other half is its mirror image. */
const back = /** @type {Point} */ ([0, 0.06, 0]);
const keel = /** @type {Point} */ ([0, -0.07, 0]);
const breast = /** @type {Point} */ ([0, -0.01, 0.1]);
const rump = /** @type {Point} */ ([0, -0.01, -0.1]);
const side = /** @type {Point} */ ([0.06, -0.03, 0]);
const neck = /** @type {Point} */ ([0, 0.14, 0.24]);
const beak = /** @type {Point} */ ([0, 0.1, 0.31]);
const cheek = /** @type {Point} */ ([0.012, 0.115, 0.23]);
const tail = /** @type {Point} */ ([0, 0.13, -0.3]);
const tip = /** @type {Point} */ ([0.3, 0.1, -0.02]);

/** @type {readonly (readonly [number[], Point, Point, Point])[]} */
const half = [
  [PAPER, side, breast, back],
  [SHADE, side, back, rump],
  [SHADE, side, keel, breast],
  [SHADE, side, rump, keel],
  [PAPER, breast, cheek, neck],
  [PAPER, breast, side, cheek],
  [RED, cheek, beak, neck],
  [SHADE, rump, tail, side],
  [PAPER, [0.02, 0.04, 0.08], tip, [0.02, 0.045, -0.08]],
];

const triangles = half.flatMap(([color, ...points]) => {
  const mirrored = points.map(([x, y, z]) => [-x, y, z]).reverse();
  return [points, mirrored].map((corners) => ({ color, corners }));
});
const positions = Float32Array.from(triangles.flatMap(({ corners }) => corners.flat()));
const colors = Float32Array.from(triangles.flatMap(({ color }) => [color, color, color].flat()));
const count = positions.length / 3;

const extremes = (/** @type {'min' | 'max'} */ which) =>
  [0, 1, 2].map((axis) => Math[which](...positions.filter((_, at) => at % 3 === axis)));

const json = {
  asset: { version: '2.0', generator: 'packages/viewer/scripts/paper-crane.mjs' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ name: 'paper crane', mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }],
  accessors: [
    {
      ...{ bufferView: 0, componentType: 5126, count, type: 'VEC3' },
      ...{ min: extremes('min'), max: extremes('max') },
    },
    { bufferView: 1, componentType: 5126, count, type: 'VEC3' },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: positions.byteLength },
    { buffer: 0, byteOffset: positions.byteLength, byteLength: colors.byteLength },
  ],
  buffers: [{ byteLength: positions.byteLength + colors.byteLength }],
};

/**
 * @param {number} type
 * @param {Buffer} bytes
 * @param {string} filler
 */
function chunk(type, bytes, filler) {
  const body = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, filler)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(type, 4);
  return Buffer.concat([head, body]);
}

const bin = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(colors.buffer)]);
const chunks = [
  chunk(0x4e4f534a, Buffer.from(JSON.stringify(json)), ' '),
  chunk(0x004e4942, bin, '\0'),
];
const head = Buffer.alloc(12);
head.write('glTF');
head.writeUInt32LE(2, 4);
head.writeUInt32LE(12 + chunks[0].length + chunks[1].length, 8);
mkdirSync(new URL('.', PLACE), { recursive: true });
writeFileSync(PLACE, Buffer.concat([head, ...chunks]));
console.log(`${fileURLToPath(PLACE)}: ${count / 3} triangles`);
