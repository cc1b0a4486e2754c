import type { SeenState } from '@skein/three/parts';
import type { PerspectiveCamera } from 'three';
import type { LineBrush } from '../scene/brushes.ts';
import type { FrameView } from '../scene/layer.ts';
import { drawWeights } from './draw-choice.ts';
import { Pen } from './pen.ts';
import { MAX_MAPS, type WeightMaps } from './weight-maps.ts';

/** The size of these rays, compared to those around the selected agent. */
const SIZE = 0.6;
/** The number of directions in three dimensions, which is the largest number of rays of a kind around an agent. */
const MAX_SLOTS = 42;

/** Draws the weight maps of many agents in the picture. */
export class WeightsGizmo {
  readonly #pen: Pen;

  constructor(lines: LineBrush) {
    // An arrow has three thick lines.
    this.#pen = new Pen(lines, MAX_MAPS * (MAX_SLOTS + 3), MAX_MAPS * MAX_SLOTS);
    this.object.visible = false;
  }

  get object() {
    return this.#pen.object;
  }

  hide(): void {
    this.object.visible = false;
  }

  /**
   * Draws the maps for a frame. `maps` and `state` belong to the same tick. The agent with the id `except` has marks of
   * its own.
   */
  update(
    maps: WeightMaps,
    except: number | undefined,
    { relief }: SeenState,
    { lag, pixelsPerMeter }: FrameView,
    camera: PerspectiveCamera,
    pixelRatio: number,
  ): void {
    const pen = this.#pen;
    const { directions, positions, velocities } = maps;
    const slots = directions.length / 3;
    this.object.visible = true;
    pen.begin(camera, pixelsPerMeter / pixelRatio);
    for (const [nth, id] of maps.ids.entries()) {
      if (id === except) continue;
      const [x, y, z] = [0, 1, 2].map((axis) => {
        return positions[3 * nth + axis] - lag * velocities[3 * nth + axis];
      });
      pen.moveTo(x, y, relief?.heightAt(x, y) ?? z);
      const own = (values: Float32Array) => values.subarray(slots * nth, slots * (nth + 1));
      const [interest, danger] = [own(maps.interest), own(maps.danger)];
      drawWeights(pen, { directions, interest, danger, chosen: maps.chosen[nth] }, SIZE);
    }
    pen.end();
  }

  dispose(): void {
    this.#pen.dispose();
  }
}
