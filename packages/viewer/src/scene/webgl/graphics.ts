import { type PerspectiveCamera, type Scene, WebGLRenderer } from 'three';
import { UploadClock } from '../../gauge/upload-clock.ts';
import type { Brushes } from '../brushes.ts';
import { type Bloom, type Graphics, GraphicsError } from '../graphics.ts';
import { glslBrushes } from './brushes.ts';

/** The calls of WebGL that move data to the graphics card. */
const UPLOADS = [
  'bufferData',
  'bufferSubData',
  'texImage2D',
  'texSubImage2D',
  'texImage3D',
  'texSubImage3D',
];

/** Draws by WebGL 2. */
export class WebGLGraphics implements Graphics {
  readonly kind = 'webgl';
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly brushes: Brushes;
  readonly #uploads: UploadClock;

  /** @throws GraphicsError where WebGL 2 is missing. */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.renderer = createRenderer(canvas);
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

  /** Drawing only queues up; a pixel that is read back has been drawn. */
  async finish(): Promise<void> {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  takeUploadMs(): number {
    return this.#uploads.take();
  }

  dispose(): void {
    this.renderer.dispose();
  }
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // Asked for on a canvas of its own: a failed try would spoil the real one, and three.js logs it.
  const probe = document.createElement('canvas').getContext('webgl2');
  if (probe === null) {
    throw new GraphicsError(
      'This browser offers no WebGL 2, which this page draws with. It may be switched off in the ' +
        'settings of the browser ("hardware acceleration"), or the browser may be too old.',
    );
  }
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
}
