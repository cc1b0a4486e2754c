import type { Target } from '@skein/core/describe';
import type { DrawnState } from '@skein/three/parts';
import { Color, Group, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import type { Brushes, Halo } from './brushes.ts';
import { disposeTree } from './dispose-tree.ts';
import { Flash } from './flash.ts';
import type { FrameView, Layer } from './layer.ts';

const COLOR = 0xff8a5c;

/** Draws a target as a sphere with its hit radius. The sphere lights up when the target is hit. */
export class TargetLayer implements Layer {
  readonly object = new Group();
  readonly #index: number;
  readonly #flash = new Flash();
  readonly #material = new MeshStandardMaterial({
    color: COLOR,
    emissive: COLOR,
    roughness: 0.55,
    metalness: 0.1,
  });
  readonly #halo: Halo;

  constructor(brushes: Brushes, target: Target, index: number) {
    this.#index = index;
    this.#halo = brushes.halo(new Color(COLOR), target.radius * 2.4);
    const ball = new Mesh(new SphereGeometry(target.radius, 48, 32), this.#material);
    this.object.add(ball, this.#halo.object);
    this.object.position.set(...target.position);
  }

  hit(): void {
    this.#flash.strike();
  }

  update(state: DrawnState, view: FrameView): void {
    this.object.position.fromArray(state.targets, this.#index * 3);
    const level = this.#flash.fade(view.seconds);
    this.#material.emissiveIntensity = 0.06 + 1.1 * level;
    this.#halo.update(0.16 + 0.84 * level);
  }

  dispose(): void {
    disposeTree(this.object);
  }
}
