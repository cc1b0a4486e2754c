import { cdp } from 'vitest/browser';

const OBJECTS = ['Buffer', 'Framebuffer', 'Program', 'Shader', 'Texture', 'VertexArray'] as const;

/** Counts what a graphics card is asked to keep, and what of it is deleted: by kind, what is left. */
export function watchObjects(gl: WebGL2RenderingContext): () => Record<string, number> {
  const left: Record<string, number> = {};
  const methods = gl as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const kind of OBJECTS) {
    left[kind] = 0;
    const [create, remove] = [methods[`create${kind}`]!, methods[`delete${kind}`]!];
    methods[`create${kind}`] = (...values) => {
      left[kind]! += 1;
      return create.apply(gl, values);
    };
    methods[`delete${kind}`] = (object) => {
      if (object) left[kind]! -= 1;
      return remove.call(gl, object);
    };
  }
  return () => ({ ...left });
}

/** Counts the workers that are started from now on, in all and those that were not ended. */
export function watchWorkers(): {
  readonly started: number;
  readonly living: number;
  stop(): void;
} {
  const { Worker: Original } = globalThis;
  const living = new Set<Worker>();
  let started = 0;
  globalThis.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      started += 1;
      living.add(this);
    }

    override terminate(): void {
      living.delete(this);
      super.terminate();
    }
  };
  return {
    get started() {
      return started;
    },
    get living() {
      return living.size;
    },
    stop() {
      globalThis.Worker = Original;
    },
  };
}

/** How many of these objects the garbage collector leaves. */
export async function leftOf(objects: readonly WeakRef<object>[]): Promise<number> {
  const { send } = cdp() as unknown as { send(method: string): Promise<unknown> };
  const left = () => objects.filter((one) => one.deref() !== undefined).length;
  // What a promise or a frame still holds is free a little later.
  for (let n = 0; n < 5 && left() > 0; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await send('HeapProfiler.collectGarbage');
  }
  return left();
}
