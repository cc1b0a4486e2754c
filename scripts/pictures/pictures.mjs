// `npm run tool -- pictures [NAME ...]`: draws the pictures of the documentation again, all or some. Each is a file in
// scripts/pictures. The runs are stepped tick by tick, so pictures of pages differ only by the graphics card.
import { writeFileSync } from 'node:fs';
import { readArguments, refuse } from '../arguments.mjs';

const DRAWN = [
  'agents',
  'births',
  'columns',
  'events',
  'heights',
  'meshes',
  'paths',
  'queries',
  'verification',
];
const SHOT = ['beams', 'lab', 'editor', 'three', 'react'];
const NAMES = [...DRAWN, ...SHOT];

const { positionals } = readArguments(import.meta.url, { allowPositionals: true });
const unknown = positionals.find((name) => !NAMES.includes(name));
if (unknown !== undefined) {
  refuse(import.meta.url, `found "${unknown}", expected some of ${NAMES.join(', ')}`);
}
for (const name of positionals.length > 0 ? positionals : NAMES) {
  /** @type {{ draw(): Promise<Record<string, string | Uint8Array>> | Record<string, string | Uint8Array> }} */
  const { draw } = await import(`./${name}.mjs`);
  for (const [file, content] of Object.entries(await draw())) {
    writeFileSync(new URL(`../../docs/images/${file}`, import.meta.url), content);
    console.log(file);
  }
}
