import { cdp } from 'vitest/browser';

const OBJECTS = ['Buffer', 'Framebuffer', 'Program', 'Shader', 'Texture', 'VertexArray'] as const;

/** Counts the objects on the graphics card that were created and not deleted, by kind. */
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

/** Counts the workers started from now on: all of them, and those not ended yet. */
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

/** The number of these objects that garbage collection does not free. */
export async function leftOf(objects: readonly WeakRef<object>[]): Promise<number> {
  const { send } = cdp() as unknown as { send(method: string): Promise<unknown> };
  const left = () => objects.filter((object) => object.deref() !== undefined).length;
  // Objects that a promise or a frame still holds are freed a little later.
  for (let n = 0; n < 5 && left() > 0; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await send('HeapProfiler.collectGarbage');
  }
  return left();
}
