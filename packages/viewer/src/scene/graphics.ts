import type { PerspectiveCamera, Scene } from 'three';
import type { Brushes, CardCopy, CardToDraw } from './brushes.ts';

/** Draws a scene whose bright parts glow. */
export interface Bloom {
  draw(scene: Scene, camera: PerspectiveCamera): void;
  dispose(): void;
}

/** A canvas of the page, or a canvas on which another thread draws. */
export type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;

/** A graphics interface: a renderer of three.js, its canvas, and the brushes that belong to it. */
export interface Graphics {
  readonly kind: 'webgl' | 'webgpu';
  readonly canvas: AnyCanvas;
  readonly brushes: Brushes;
  /** The device of WebGPU. */
  readonly device?: unknown;
  /** Creates the copy of a state from which brushes draw agents. There is none until the graphics card has the state. */
  copyCard?(card: CardToDraw): CardCopy;
  /** Sets the size of the picture: width and height in CSS pixels, and the number of device pixels per CSS pixel. */
  setSize(width: number, height: number, pixelRatio: number): void;
  draw(scene: Scene, camera: PerspectiveCamera): void;
  /** Loads the code that draws with bloom. */
  loadBloom(): Promise<Bloom>;
  /** Resolves when the graphics card has finished all its work. */
  finish(): Promise<void>;
  /** Returns the time that uploads to the graphics card have taken since the last call, in ms. */
  takeUploadMs(): number;
  /**
   * Simulates the loss of the graphics card, for tests. Returns a function that restores the card. The function does
   * nothing if the card cannot be restored.
   */
  lose(): () => void;
  dispose(): void;
}

/**
 * The error for a browser or machine that cannot draw the page, or cannot draw it with WebGPU. `message` says why, in
 * plain words.
 */
export class GraphicsError extends Error {}
