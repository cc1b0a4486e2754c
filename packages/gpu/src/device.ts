import { show } from '@skein/core/internal';
import { GpuError, refusedOption } from './gpu-error.ts';

/** Bits of the usage of buffers. Node has no global `GPUBufferUsage`. */
const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;
const COMPUTE = 4;
/** Without this feature, three.js does not smooth edges. */
const CORE: string = 'core-features-and-limits';
const READ = 1;

const WHERE =
  'A page has it as navigator.gpu, in a browser with WebGPU and an address with https or localhost.';
const NEEDS = 'It needs one with a driver for Vulkan, Metal or Direct3D 12.';

/** How many pipelines a device keeps: those of several worlds. */
const MOST_KEPT = 64;

/** How a shader uses a buffer. */
export type BufferUse = GPUBufferBindingType;

/** Compiled code, with the uses of its buffers in the order of their bindings in group 0. */
export interface Pipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** One call of a pipeline. The buffers are in the order of the bindings. */
export interface Dispatch {
  readonly pipeline: Pipeline;
  readonly buffers: readonly GPUBuffer[];
  /** Number of workgroups along x, and along y. */
  readonly workgroups: readonly [x: number, y?: number];
}

/** A device on which code runs and buffers live. */
export class Device {
  readonly device: GPUDevice;
  /** The name of the adapter, for messages. */
  readonly adapter: string;
  /** Kept, because in Node a device stops when its `GPU` is collected. */
  readonly gpu: GPU;
  #lost: GPUDeviceLostInfo | undefined;
  /** Pipelines by their code and the uses of their buffers. The one that was asked for last comes last. */
  readonly #pipelines = new Map<string, Promise<Pipeline>>();

  private constructor(gpu: GPU, device: GPUDevice, adapter: string) {
    this.gpu = gpu;
    this.device = device;
    this.adapter = adapter;
    void device.lost.then((info) => {
      this.#lost = info;
      this.#pipelines.clear();
    });
  }

  /**
   * Opens a device.
   *
   * @param gpu `navigator.gpu` of a page, or what `create` of the package `webgpu` returns in Node
   * @throws GpuError GPU_MISSING, OPTION_INVALID
   */
  static async open(gpu: GPU | undefined): Promise<Device> {
    if (gpu === undefined) throw new GpuError('GPU_MISSING', `There is no WebGPU here. ${WHERE}`);
    if (typeof (gpu as GPU | null)?.requestAdapter !== 'function') {
      const expected = 'navigator.gpu, or what create of the package webgpu returns';
      throw refusedOption('gpu', show(gpu), expected);
    }
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (adapter === null) {
      throw new GpuError('GPU_MISSING', `WebGPU finds no graphics card here. ${NEEDS}`);
    }
    const { vendor, architecture, device: card, description } = adapter.info;
    const name = [vendor, architecture, card, description].filter((one) => one !== '').join(' ');
    const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
    try {
      const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize };
      // A renderer on this device may need it.
      const requiredFeatures = [...adapter.features].filter((one) => one === CORE);
      const asked = { requiredLimits, requiredFeatures } as GPUDeviceDescriptor;
      return new Device(gpu, await adapter.requestDevice(asked), name);
    } catch (error) {
      throw new GpuError('GPU_MISSING', `The adapter ${name} gives no device: ${error}.`, error);
    }
  }

  /**
   * Makes a storage buffer of some 32-bit words, or of a number of words, which are 0.
   *
   * @throws GpuError GPU_UNSUITED if it is larger than the adapter allows
   */
  storage(words: Uint32Array | number): GPUBuffer {
    const bytes = 4 * (typeof words === 'number' ? words : words.length);
    const most = this.device.limits.maxStorageBufferBindingSize;
    if (bytes > most) {
      const message = `The world is too large for the adapter ${this.adapter}: found ${bytes} bytes in one buffer, expected at most ${most}.`;
      throw new GpuError('GPU_UNSUITED', message);
    }
    return this.#buffer(words, USAGE.storage | USAGE.copySource | USAGE.copyTarget);
  }

  /** Makes a uniform buffer. */
  uniform(words: Uint32Array): GPUBuffer {
    return this.#buffer(words, USAGE.uniform | USAGE.copyTarget);
  }

  #buffer(words: Uint32Array | number, usage: number): GPUBuffer {
    const size = 4 * (typeof words === 'number' ? words : words.length);
    const buffer = this.device.createBuffer({ size, usage });
    if (typeof words !== 'number') this.write(buffer, words);
    return buffer;
  }

  /** Writes words to a buffer, from the word with the index `at` on. */
  write(buffer: GPUBuffer, words: Uint32Array, at = 0): void {
    this.device.queue.writeBuffer(buffer, 4 * at, words as Uint32Array<ArrayBuffer>);
  }

  /**
   * Compiles code whose entry point is `main`, unless it was compiled before for the same uses, not long ago.
   *
   * @param label a name for the code, for messages
   * @param inBackground whether this thread does something else meanwhile
   * @throws GpuError GPU_CODE with what the compiler says, or GPU_LOST
   */
  pipeline(
    code: string,
    uses: readonly BufferUse[],
    label = '',
    inBackground = false,
  ): Promise<Pipeline> {
    const key = `${uses}\n${code}`;
    const found = this.#pipelines.get(key) ?? this.#compile(code, uses, label, inBackground);
    this.#pipelines.delete(key);
    this.#pipelines.set(key, found);
    found.catch(() => this.#pipelines.delete(key));
    const [oldest] = this.#pipelines.keys();
    if (this.#pipelines.size > MOST_KEPT) this.#pipelines.delete(oldest);
    return found;
  }

  async #compile(
    code: string,
    uses: readonly BufferUse[],
    label: string,
    inBackground: boolean,
  ): Promise<Pipeline> {
    const layout = this.device.createBindGroupLayout({
      entries: uses.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    });
    this.device.pushErrorScope('validation');
    const module = this.device.createShaderModule({ label, code });
    const [invalid, { messages }] = await Promise.all([
      this.device.popErrorScope(),
      module.getCompilationInfo(),
    ]);
    if (invalid !== null) {
      const said = messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
      throw this.#errorOf('GPU_CODE', said.join('\n') || invalid.message);
    }
    try {
      const descriptor = {
        label,
        layout: this.device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: 'main' },
      };
      const pipeline = await this.#compiled(descriptor, inBackground);
      return { pipeline, layout };
    } catch (error) {
      throw this.#errorOf('GPU_CODE', String(error), error);
    }
  }

  /** In Node, a thread that waits would keep a core busy, so it compiles the code itself. */
  async #compiled(
    descriptor: GPUComputePipelineDescriptor,
    inBackground: boolean,
  ): Promise<GPUComputePipeline> {
    if (inBackground || !('process' in globalThis)) {
      return this.device.createComputePipelineAsync(descriptor);
    }
    this.device.pushErrorScope('validation');
    const pipeline = this.device.createComputePipeline(descriptor);
    const invalid = await this.device.popErrorScope();
    if (invalid !== null) throw new Error(invalid.message);
    return pipeline;
  }

  /** Runs dispatches one after the other. Returns before they are done. */
  run(dispatches: readonly Dispatch[]): void {
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    for (const { pipeline, buffers, workgroups } of dispatches) {
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
      pass.setPipeline(pipeline.pipeline);
      pass.setBindGroup(0, this.device.createBindGroup({ layout: pipeline.layout, entries }));
      pass.dispatchWorkgroups(...workgroups);
    }
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  /**
   * Copies a storage buffer from the device, after all that was run before.
   *
   * @param signal ends the wait for what runs
   * @throws GpuError GPU_LOST, also if the signal is aborted
   */
  async read(buffer: GPUBuffer, signal?: AbortSignal): Promise<Uint32Array<ArrayBuffer>> {
    const { size } = buffer;
    const copy = this.device.createBuffer({ size, usage: USAGE.mapRead | USAGE.copyTarget });
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
    this.device.queue.submit([encoder.finish()]);
    const stop = () => copy.destroy();
    signal?.addEventListener('abort', stop);
    try {
      await copy.mapAsync(READ);
      return new Uint32Array(copy.getMappedRange().slice(0));
    } catch (error) {
      throw this.#errorOf('GPU_LOST', String(error), error);
    } finally {
      signal?.removeEventListener('abort', stop);
      copy.destroy();
    }
  }

  close(): void {
    this.device.destroy();
  }

  #errorOf(code: 'GPU_CODE' | 'GPU_LOST', said: string, cause?: unknown): GpuError {
    if (this.#lost !== undefined || code === 'GPU_LOST') {
      const why = this.#lost?.message ?? said;
      return new GpuError('GPU_LOST', `The device of ${this.adapter} is lost: ${why}`, cause);
    }
    return new GpuError('GPU_CODE', `The adapter ${this.adapter} refuses code: ${said}`, cause);
  }
}
