/** The parts of the WebGPU interface that the page uses directly; three.js uses the rest. */
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

/** The WebGPU adapter: a graphics card, or software in its place; undefined when there is none. */
export async function findAdapter(): Promise<Adapter | undefined> {
  const { gpu } = navigator as { readonly gpu?: Gpu };
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;
}
