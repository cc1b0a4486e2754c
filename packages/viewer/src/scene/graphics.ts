import type { PerspectiveCamera, Scene } from 'three';
import type { Brushes } from './brushes.ts';

/** Draws a scene with the glow of what is bright in it. */
export interface Bloom {
  draw(scene: Scene, camera: PerspectiveCamera): void;
  dispose(): void;
}

/** A canvas of the page, or one that a thread draws on. */
export type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;

/** What draws: a renderer of three.js on a canvas, and the brushes that it understands. */
export interface Graphics {
  readonly kind: 'webgl' | 'webgpu';
  readonly canvas: AnyCanvas;
  readonly brushes: Brushes;
  /** CSS pixels, and device pixels for each. */
  setSize(width: number, height: number, pixelRatio: number): void;
  draw(scene: Scene, camera: PerspectiveCamera): void;
  /** Loads what adds glow. */
  loadBloom(): Promise<Bloom>;
  /** Resolves once the graphics card has drawn what it was given. */
  finish(): Promise<void>;
  /** The time that uploads to the graphics card took since this was asked last, ms. */
  takeUploadMs(): number;
  dispose(): void;
}

/** This browser or machine cannot draw the page in this way; `message` says so in plain words. */
export class GraphicsError extends Error {}
