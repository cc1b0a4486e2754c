import { CardColumns } from '@skein/three/webgpu/parts';
import { LinearSRGBColorSpace, type PerspectiveCamera, type Scene } from 'three';
import { context, sRGBTransferOETF, vec4 } from 'three/tsl';
import { type Node, WebGPURenderer } from 'three/webgpu';
import { UploadClock } from '../../gauge/upload-clock.ts';
import type { Adapter, Device } from '../adapter.ts';
import type { Brushes, CardToDraw } from '../brushes.ts';
import type { AnyCanvas, Bloom, Graphics } from '../graphics.ts';
import { NodeBloom } from './bloom.ts';
import { nodeBrushes } from './brushes.ts';

/** The functions of a WebGPU queue that move data to the graphics card. */
const UPLOADS = ['writeBuffer', 'writeTexture', 'copyExternalImageToTexture'];

/** The feature that a WebGPU device must have for three.js to use antialiasing. */
const CORE = 'core-features-and-limits';

/** Draws with WebGPU, on a separate canvas. */
export class WebGPUGraphics implements Graphics {
  readonly kind = 'webgpu';
  readonly brushes: Brushes;
  readonly device: Device;
  readonly #renderer: WebGPURenderer;
  readonly #uploads: UploadClock;
  readonly #isShared: boolean;

  /**
   * Creates the renderer. `onLost` is called at most once, when the GPU device is lost and cannot be used again.
   *
   * @param from a device that something else uses too, or the adapter of which to open one
   */
  static async create(
    from: Adapter | Device,
    canvas: AnyCanvas,
    onLost: (why: string) => void,
  ): Promise<WebGPUGraphics> {
    const isShared = !('requestDevice' in from);
    const device = isShared ? from : await openDevice(from);
    const renderer = new WebGPURenderer({
      canvas: canvas as HTMLCanvasElement,
      device: device as never,
      antialias: true,
      alpha: false,
    });
    renderer.onDeviceLost = ({ message }) => onLost(message);
    await renderer.init();
    return new WebGPUGraphics(renderer, device, isShared);
  }

  private constructor(renderer: WebGPURenderer, device: Device, isShared: boolean) {
    this.brushes = nodeBrushes(renderer);
    this.#renderer = renderer;
    this.device = device;
    this.#isShared = isShared;
    this.#uploads = new UploadClock(device.queue, UPLOADS);
    // No color conversion follows the materials. So light is added in display values, as with WebGL, and the renderer
    // draws directly on the canvas. Materials of three.js convert their colors themselves.
    renderer.outputColorSpace = LinearSRGBColorSpace;
    renderer.contextNode = context({
      getOutput: (color: Node<'vec4'>) =>
        vec4(sRGBTransferOETF(color.rgb) as Node<'vec3'>, color.a),
    } as never);
  }

  copyCard(card: CardToDraw): CardColumns {
    return new CardColumns(card, ['position', 'velocity'], ['id']);
  }

  get canvas(): AnyCanvas {
    return this.#renderer.domElement;
  }

  setSize(width: number, height: number, pixelRatio: number): void {
    this.#renderer.setPixelRatio(pixelRatio);
    this.#renderer.setSize(width, height, false);
  }

  draw(scene: Scene, camera: PerspectiveCamera): void {
    this.#renderer.render(scene, camera);
  }

  async loadBloom(): Promise<Bloom> {
    return new NodeBloom(this.#renderer);
  }

  finish(): Promise<void> {
    return this.device.queue.onSubmittedWorkDone();
  }

  takeUploadMs(): number {
    return this.#uploads.take();
  }

  lose(): () => void {
    this.device.destroy();
    // three.js does not report the loss of a device that was destroyed.
    this.#renderer.onDeviceLost({
      api: 'WebGPU',
      message: 'lost',
      reason: null,
      originalEvent: null,
    });
    return () => {};
  }

  dispose(): void {
    this.#renderer.dispose();
    if (!this.#isShared) this.device.destroy();
  }
}

function openDevice(adapter: Adapter): Promise<Device> {
  const requiredFeatures = [...adapter.features].filter((name) => name === CORE);
  return adapter.requestDevice({ requiredFeatures });
}
