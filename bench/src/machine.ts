import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The machine and the software of a run. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** The load average of the minute before the run. A high value means that other programs were running. */
  readonly load: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  /** The first line of the version output of the C++ compiler; null if there is none. */
  readonly compiler: string | null;
  /** null outside of a git checkout. */
  readonly commit: string | null;
  /** Whether files differ from the commit. */
  readonly dirty: boolean | null;
  /** The exact versions of the packages that are compared or used. */
  readonly packages: Readonly<Record<string, string>>;
}

export function describeMachine(): Machine {
  const status = said('git', ['status', '--porcelain']);
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0],
    system: `${type()} ${release()} ${arch()}`,
    node: process.versions.node,
    v8: process.versions.v8,
    compiler: said(process.env.CXX || 'g++', ['--version'])?.split('\n')[0] ?? null,
    commit: said('git', ['rev-parse', 'HEAD']),
    dirty: status === null ? null : status !== '',
    packages: (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies,
  };
}

/** The output of a program; null if it cannot be run. */
function said(program: string, parameters: readonly string[]): string | null {
  try {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync(program, parameters, { cwd, stdio, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
