import type { DrawnState } from '@skein/three/parts';
import { Group } from 'three';
import { loadPatiently } from '../offline/load-patiently.ts';
import type { Brushes } from './brushes.ts';
import type { Layer } from './layer.ts';
import type { GroundLink, LinkLines } from './link-lines.ts';

/** Draws the links of a ground. The code that draws them is loaded only for such scenes. */
export class LinkLayer implements Layer {
  readonly object = new Group();
  #lines: LinkLines | undefined;
  #isGone = false;

  /** @param radius of the scene, in m */
  constructor(brushes: Brushes, links: readonly GroundLink[], radius: number) {
    void this.#load(brushes, links, radius);
  }

  update(state: DrawnState): void {
    this.#lines?.update(state);
  }

  dispose(): void {
    this.#isGone = true;
    this.#lines?.dispose();
  }

  async #load(brushes: Brushes, links: readonly GroundLink[], radius: number): Promise<void> {
    const [{ LinkLines }, brush] = await loadPatiently(() =>
      Promise.all([import('./link-lines.ts'), brushes.loadLines()]),
    );
    if (this.#isGone) return;
    this.#lines = new LinkLines(brush, links, radius);
    this.object.add(this.#lines.object);
  }
}
