/** The parts of the WebGPU interface that the page itself uses. All other parts are used only by three.js. */
export interface Adapter {
  readonly features: Iterable<string>;
  readonly info: { readonly isFallbackAdapter?: boolean };
  requestDevice(descriptor: { requiredFeatures: readonly string[] }): Promise<Device>;
}

export interface Device {
  readonly queue: { onSubmittedWorkDone(): Promise<void> };
  destroy(): void;
}

interface Gpu {
  requestAdapter(options: { powerPreference: 'high-performance' }): Promise<Adapter | null>;
}

/** Finds the WebGPU adapter, which is a graphics card or a software renderer; undefined when there is none. */
export async function findAdapter(): Promise<Adapter | undefined> {
  const { gpu } = navigator as { readonly gpu?: Gpu };
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;
}
