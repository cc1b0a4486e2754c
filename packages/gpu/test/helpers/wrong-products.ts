import { vi } from 'vitest';
import type { Device } from '../../src/device.ts';

/** From now on, the products of all devices have 23 bits, except in the self-test. Returns how to end that. */
export function makeProductsWrong(device: { readonly prototype: Device }): () => void {
  const { pipeline } = device.prototype;
  const head = 'fn fMul(a: F, b: F) -> F {';
  const wrong = `${head} return fOf(fBits(rightProduct(a, b)) & ~1u); }\n`;
  const spy = vi.spyOn(device.prototype, 'pipeline').mockImplementation(function (
    this: Device,
    code,
    uses,
  ) {
    // Only the self-test has operands.
    const isTest = code.includes('operands:');
    const own = isTest
      ? code
      : code.replace(head, `${wrong}${head.replace('fMul', 'rightProduct')}`);
    return pipeline.call(this, own, uses);
  });
  return () => spy.mockRestore();
}
