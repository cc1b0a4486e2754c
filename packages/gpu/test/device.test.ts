import { describe, expect, it, vi } from 'vitest';
import { Device } from '../src/device.ts';
import { openDevice } from './helpers/open-device.ts';

const device = await openDevice();

const CODE = /* wgsl */ `
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { output[id.x] = input[id.x] + 1u; }`;

describe('Device.open', () => {
  it.each([
    [undefined, /^There is no WebGPU here\. A page has it as navigator\.gpu/],
    [{ requestAdapter: async () => null }, /^WebGPU finds no graphics card here\. It needs one/],
  ])('refuses %o', async (gpu, said) => {
    const open = Device.open(gpu as GPU | undefined);
    const message = expect.stringMatching(said);
    await expect(open).rejects.toMatchObject({ name: 'GpuError', code: 'GPU_MISSING', message });
  });
});

describe.skipIf(device === undefined)('a device', () => {
  it('runs dispatches one after the other', async () => {
    const pipeline = await device!.pipeline(CODE, ['read-only-storage', 'storage']);
    const [a, b] = [device!.storage(new Uint32Array([1, 2, 3, 4])), device!.storage(4)];
    const workgroups = [1] as const;
    device!.run([
      { pipeline, buffers: [a, b], workgroups },
      { pipeline, buffers: [b, a], workgroups },
    ]);
    expect([...(await device!.read(a))]).toEqual([3, 4, 5, 6]);
  });

  it('compiles code again only if it was not asked for among the last 64', async () => {
    const compiled = vi.spyOn(device!.device, 'createComputePipeline');
    const ask = (value: number) =>
      device!.pipeline(CODE.replace('1u', `${value}u`), ['read-only-storage', 'storage']);
    const first = await ask(100);
    expect(await ask(100)).toBe(first);
    for (let value = 101; value < 164; value++) await ask(value);
    await ask(100);
    expect(compiled).toHaveBeenCalledTimes(64);
    for (const value of [164, 100]) await ask(value);
    expect(compiled).toHaveBeenCalledTimes(65);
    await ask(101);
    expect(compiled).toHaveBeenCalledTimes(66);
    compiled.mockRestore();
  });

  it('says what is wrong with code', async () => {
    await expect(device!.pipeline('\nfn main() { let a = 1u + 1f; }', [])).rejects.toMatchObject({
      code: 'GPU_CODE',
      message: expect.stringContaining(`The adapter ${device!.adapter} refuses code: line 2: `),
    });
    await expect(device!.pipeline(CODE, ['storage'])).rejects.toMatchObject({ code: 'GPU_CODE' });
  });

  it('refuses a buffer that the adapter does not allow', () => {
    const most = device!.device.limits.maxStorageBufferBindingSize / 4;
    expect(() => device!.storage(most + 1)).toThrow(`expected at most ${4 * most}.`);
  });

  it('says that it is lost', async () => {
    const other = (await openDevice())!;
    const buffer = other.storage(4);
    other.close();
    await expect(other.read(buffer)).rejects.toMatchObject({
      code: 'GPU_LOST',
      message: expect.stringContaining(`The device of ${other.adapter} is lost: `),
    });
  });
});
