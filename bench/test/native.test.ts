import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LONG } from '../../packages/core/test/helpers/long.ts';
import { Native } from '../src/native.ts';

const { signal } = new AbortController();

function hasCompiler(): boolean {
  try {
    execFileSync(process.env.CXX || 'g++', ['--version'], { stdio: 'ignore' });
    return process.arch === 'x64' && process.platform === 'linux';
  } catch {
    return false;
  }
}

it.runIf(LONG && hasCompiler()).each(['limit', 'narrow'] as const)(
  'the native variant %s verifies itself and repeats its checksum',
  async (variant) => {
    const options = {
      variant,
      agents: 2000,
      neighbors: 20,
      threads: 2,
      ticks: 2,
    };
    const native = await Native.open(options, signal);
    const { checksum, meanNeighbors } = native.result;
    expect(meanNeighbors.end).toBeGreaterThan(18);
    expect(await native.sample()).toBeGreaterThan(0);
    expect(native.result.checksum).toBe(checksum);
  },
);
