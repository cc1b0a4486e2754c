import { describe, expect, it } from 'vitest';
import { chooseKernel } from '../src/kernel.ts';

describe('chooseKernel', () => {
  it('takes the requested kernel if it exists', () => {
    expect(chooseKernel('ts', ['ts'])).toBe('ts');
    expect(chooseKernel('ts', ['ts', 'simd'])).toBe('ts');
    expect(chooseKernel('simd', ['ts', 'simd'])).toBe('simd');
  });

  it('takes the fastest for auto, and beside the graphics card', () => {
    expect(chooseKernel('gpu', ['ts', 'simd'])).toBe('simd');
    expect(chooseKernel('auto', ['ts'])).toBe('ts');
    expect(chooseKernel('auto', ['ts', 'simd'])).toBe('simd');
  });

  it('refuses a kernel that this build does not have', () => {
    expect(() => chooseKernel('simd', ['ts'])).toThrow(
      '--kernel: found "simd", which this build does not have; expected auto or ts',
    );
  });
});
