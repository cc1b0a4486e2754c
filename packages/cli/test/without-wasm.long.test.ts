import { expect, it } from 'vitest';
import { flock } from './scenes.ts';
import { ended, SKEIN, shell, start, testFolder, write } from './skein.ts';

const HASH = /"hash":"([0-9a-f]{16})"/;

it('steps with the kernel "ts" if there is no WebAssembly, to the same hash', async () => {
  const file = write(testFolder(), 'flock.json', flock());
  const args = [SKEIN, 'run', file, '--ticks', '20', '--workers', '2', '--json'];
  const plain = await ended(start(process.execPath, args));
  expect(plain.stdout).toMatch(/"kernel":"simd"/);
  for (const kernel of ['ts', 'auto']) {
    const { code, stdout } = await ended(
      start(process.execPath, ['--jitless', ...args, '--kernel', kernel]),
    );
    expect({ code, kernel: /"kernel":"ts"/.test(stdout) }).toEqual({ code: 0, kernel: true });
    expect(HASH.exec(stdout)?.[1]).toBe(HASH.exec(plain.stdout)?.[1]);
  }
});

// Only Linux limits addresses this way.
it.runIf(process.platform === 'linux')(
  'names the kernel that still works with limited addresses',
  async () => {
    const file = write(testFolder(), 'flock.json', flock());
    const line = `ulimit -v 4000000; skein run '${file}' --ticks 5 --workers 2`;
    const [ts, simd] = await Promise.all([
      shell(`${line} --kernel ts --json`),
      shell(`${line} --kernel simd`),
    ]);
    expect({ code: ts.code, stderr: ts.stderr }).toEqual({ code: 0, stderr: '' });
    expect({ code: simd.code, stdout: simd.stdout }).toEqual({ code: 4, stdout: '' });
    expect(simd.stderr).toContain('use the kernel "ts"');
  },
);
