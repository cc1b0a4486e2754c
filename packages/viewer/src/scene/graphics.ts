import type { PerspectiveCamera, Scene } from 'three';
import type { Brushes } from './brushes.ts';

/** Draws a scene with the bloom of its bright parts. */
export interface Bloom {
  draw(scene: Scene, camera: PerspectiveCamera): void;
  dispose(): void;
}

/** A canvas of the page, or a canvas on which a thread draws. */
export type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;

/** A graphics interface: a three.js renderer on a canvas, and the matching brushes. */
export interface Graphics {
  readonly kind: 'webgl' | 'webgpu';
  readonly canvas: AnyCanvas;
  readonly brushes: Brushes;
  /** Sets the size in CSS pixels, and the device pixels per CSS pixel. */
  setSize(width: number, height: number, pixelRatio: number): void;
  draw(scene: Scene, camera: PerspectiveCamera): void;
  /** Loads the code for the bloom. */
  loadBloom(): Promise<Bloom>;
  /** Resolves when the graphics card has finished all its work. */
  finish(): Promise<void>;
  /** The time of uploads to the graphics card since the last call, in ms. */
  takeUploadMs(): number;
  dispose(): void;
}

/** This browser or machine cannot draw the page in this way; `message` gives the reason in plain words. */
export class GraphicsError extends Error {}
