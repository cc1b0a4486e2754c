import type { Scenario } from '@skein/core';
import type { Launcher } from '@skein/core/describe';
import type { DrawnState } from '@skein/three/parts';
import {
  type BufferGeometry,
  type Color,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  TorusGeometry,
  Vector3,
} from 'three';
import type { Brushes, Halo } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import { Flash } from './flash.ts';
import type { FrameView, Layer } from './layer.ts';

/**
 * Draws a launcher as a gun in the color of the agents that it fires. Its muzzle is at the position of the launcher and
 * points at the target.
 */
export class LauncherLayer implements Layer {
  readonly object = new Group();
  readonly #target: number;
  readonly #flash = new Flash();
  readonly #aim = new Vector3();
  readonly #edges: readonly number[];
  readonly #ring: MeshStandardMaterial;
  readonly #halo: Halo;

  /** `color` is the color of the species that the launcher fires. */
  constructor(brushes: Brushes, launcher: Launcher, scenario: Scenario, color: Color) {
    this.#ring = new MeshStandardMaterial({ color: 0x0b1b22, emissive: color });
    this.#halo = brushes.halo(color, 1.8);
    this.#target = scenario.targets.findIndex((target) => target.name === launcher.target);
    const { bounds } = scenario;
    this.#edges = bounds.type === 'wrap' ? bounds.max.map((high, k) => high - bounds.min[k]) : [];
    const steel = new MeshStandardMaterial({ color: 0x8fa3b3, roughness: 0.38, metalness: 0.75 });
    const dark = new MeshStandardMaterial({ color: 0x27323b, roughness: 0.6, metalness: 0.5 });
    const along = (geometry: BufferGeometry, material: Material, z: number) => {
      const mesh = new Mesh(geometry.rotateX(Math.PI / 2), material);
      mesh.position.z = z;
      return mesh;
    };
    const hoop = (radius: number, z: number) => {
      const mesh = new Mesh(new TorusGeometry(radius, 0.028, 10, 48), this.#ring);
      mesh.position.z = z;
      return mesh;
    };
    this.object.add(
      along(new CylinderGeometry(0.17, 0.21, 1.3, 28, 1, true), steel, -0.65),
      along(new CylinderGeometry(0.3, 0.36, 0.7, 28), dark, -1.55),
      along(new CylinderGeometry(0.36, 0.14, 0.45, 28), steel, -2.12),
      hoop(0.25, 0),
      hoop(0.33, -0.55),
      hoop(0.41, -1.1),
      this.#halo.object,
    );
    this.object.position.set(...launcher.position);
  }

  fired(): void {
    this.#flash.strike();
  }

  update(state: DrawnState, view: FrameView): void {
    const { x, y } = this.object.position;
    if (state.relief !== undefined) this.object.position.z = state.relief.heightAt(x, y);
    this.#aim.fromArray(state.targets, this.#target * 3).sub(this.object.position);
    // As the agents that it fires, it points the short way around a torus.
    this.#edges.forEach((edge, k) => {
      const way = this.#aim.getComponent(k);
      if (edge > 0) this.#aim.setComponent(k, way - edge * Math.round(way / edge));
    });
    if (this.#aim.lengthSq() > 1e-6) this.object.lookAt(this.#aim.add(this.object.position));
    const level = this.#flash.fade(view.seconds);
    this.#ring.emissiveIntensity = 0.35 + 1.2 * level;
    this.#halo.update(0.1 + 0.9 * level);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
