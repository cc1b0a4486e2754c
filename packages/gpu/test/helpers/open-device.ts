import { create } from 'webgpu';
import { Device } from '../../src/device.ts';

/**
 * Opens the device of this machine; undefined if it has none, which is said aloud.
 *
 * @param options those of Dawn
 */
export async function openDevice(options: string[] = []): Promise<Device | undefined> {
  try {
    return await Device.open(create(options));
  } catch (error) {
    console.error(`skein: no WebGPU here, ITS TESTS ARE LEFT OUT: ${error}`);
    return undefined;
  }
}
