/** Of WebGPU what the page asks for itself; three.js does the rest. */
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

/** The graphics card by WebGPU, or software in its place; undefined where there is neither. */
export async function findAdapter(): Promise<Adapter | undefined> {
  const { gpu } = navigator as { readonly gpu?: Gpu };
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined;
}
