import { type PerspectiveCamera, type Scene, WebGLRenderer } from 'three';
import { UploadClock } from '../../gauge/upload-clock.ts';
import type { Brushes } from '../brushes.ts';
import type { AnyCanvas, Bloom, Graphics } from '../graphics.ts';
import { glslBrushes } from './brushes.ts';

/** The WebGL functions that move data to the graphics card. */
const UPLOADS = [
  'bufferData',
  'bufferSubData',
  'texImage2D',
  'texSubImage2D',
  'texImage3D',
  'texSubImage3D',
];

/** Draws with WebGL 2. */
export class WebGLGraphics implements Graphics {
  readonly kind = 'webgl';
  readonly canvas: AnyCanvas;
  readonly renderer: WebGLRenderer;
  readonly brushes: Brushes;
  readonly #uploads: UploadClock;

  constructor(canvas: AnyCanvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({
      canvas: canvas as HTMLCanvasElement,
      antialias: true,
      powerPreference: 'high-performance',
    });
    this.brushes = glslBrushes(this.renderer);
    this.#uploads = new UploadClock(this.renderer.getContext(), UPLOADS);
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(scene: Scene, camera: PerspectiveCamera): void {
    this.renderer.render(scene, camera);
  }

  async loadBloom(): Promise<Bloom> {
    const { GlslBloom } = await import('./bloom.ts');
    return new GlslBloom(this.renderer);
  }

  /** Resolves when all draw calls are finished. WebGL only queues draw calls, but reading a pixel waits for them. */
  async finish(): Promise<void> {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  takeUploadMs(): number {
    return this.#uploads.take();
  }

  lose(): () => void {
    const extension = this.renderer.getContext().getExtension('WEBGL_lose_context');
    extension?.loseContext();
    return () => extension?.restoreContext();
  }

  dispose(): void {
    this.renderer.dispose();
  }
}
