import { BodyColumns } from '@skein/three/parts';
import {
  type CardColumns,
  CardPoints,
  NodeAgentPoints,
  NodeBodies,
  NodeHeadPoints,
  NodeRibbons,
  NodeSprites,
  PointBuffers,
} from '@skein/three/webgpu/parts';
import { instanceIndex } from 'three/tsl';
import type { WebGPURenderer } from 'three/webgpu';
import type { Brushes } from '../brushes.ts';
import { airMaterial } from './air.ts';
import { arrowsMaterial } from './arrows.ts';
import { gridMaterial } from './grid.ts';
import { halo } from './halo.ts';
import { lines } from './lines.ts';
import { reliefMaterial } from './relief.ts';
import { stars } from './stars.ts';

/** Light is added in sRGB values. WebGLRenderer does the same, so both renderers draw the same picture. */
const MIXING = 'shown';

/** Creates the brushes for a renderer, built from nodes of three.js. */
export const nodeBrushes = (renderer: WebGPURenderer): Brushes => ({
  air: airMaterial,
  stars,
  grid: gridMaterial,
  arrows: arrowsMaterial,
  relief: async (look) => reliefMaterial(look),
  halo,
  loadLines: async () => lines,
  agents(state, card) {
    const copied = card as CardColumns | undefined;
    // Each is created for the first object that reads it.
    let points: PointBuffers | undefined;
    let columns: BodyColumns | undefined;
    return {
      points(look) {
        points ??= copied ? new CardPoints(state, copied, renderer) : new PointBuffers(state);
        return new NodeAgentPoints(points, look, MIXING);
      },
      heads(look) {
        points ??= new PointBuffers(state);
        return new NodeHeadPoints(points, look, MIXING);
      },
      bodies(shape, look) {
        columns ??= new BodyColumns(state);
        return new NodeBodies(shape, columns, look, MIXING, copied?.at(renderer, instanceIndex));
      },
    };
  },
  ribbons: (ring, look) => new NodeRibbons(ring, look, MIXING),
  particles: ({ team, colors }) => new NodeSprites({ team, colors }, MIXING),
});
