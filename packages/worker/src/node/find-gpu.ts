/** Returns the WebGPU of the package `webgpu`. @throws GpuError GPU_MISSING if it cannot be loaded */
export async function findGpu(): Promise<GPU> {
  try {
    const { create } = await import('webgpu');
    return create([]);
  } catch (cause) {
    const { GpuError } = await import('@skein/gpu');
    const isInstalled = (cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND';
    const what = isInstalled
      ? `cannot be loaded: ${cause}`
      : 'is not installed: npm install webgpu';
    const message = `The kernel "gpu" needs the package "webgpu" in Node, which ${what}.`;
    throw new GpuError('GPU_MISSING', message, cause);
  }
}
