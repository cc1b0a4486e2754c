import { AgentPoints, Bodies, BodyColumns, HeadPoints, Ribbons, Sprites } from '@skein/three/parts';
import type { WebGLRenderer } from 'three';
import type { Brushes } from '../brushes.ts';
import { airMaterial } from './air.ts';
import { arrowsMaterial } from './arrows.ts';
import { gridMaterial } from './grid.ts';
import { halo } from './halo.ts';
import { stars } from './stars.ts';

/** Creates the brushes for WebGLRenderer. Their shaders are written in GLSL. */
export function glslBrushes(renderer: WebGLRenderer): Brushes {
  return {
    air: airMaterial,
    stars,
    grid: gridMaterial,
    arrows: arrowsMaterial,
    relief: async (look) => (await import('./relief.ts')).reliefMaterial(look),
    halo,
    loadLines: async () => (await import('./lines.ts')).lines,
    agents(state) {
      // Shared by all bodies; created for the first of them.
      let columns: BodyColumns | undefined;
      return {
        points: (look) => new AgentPoints(state, look),
        heads: (look) => new HeadPoints(state, look),
        bodies(shape, look) {
          columns ??= new BodyColumns(state);
          return new Bodies(shape, columns, look);
        },
      };
    },
    ribbons: (ring, look) => new Ribbons(ring, look),
    particles: (options) => new Sprites({ ...options, threads: { ...options.threads, renderer } }),
  };
}
