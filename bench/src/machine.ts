import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The machine on which the benchmark ran, and its software. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** The load average of the minute before the benchmark ran. A high value means that other programs were running. */
  readonly load: number;
  readonly system: string;
  readonly node: string;
  readonly v8: string;
  /** The first line that the C++ compiler prints as its version; null if there is no compiler. */
  readonly compiler: string | null;
  /** The git commit of the sources; null outside of a git checkout. */
  readonly commit: string | null;
  /** Whether any file differs from the commit; null outside of a git checkout. */
  readonly dirty: boolean | null;
  /** The exact versions of the packages that are compared or used, by name. */
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

/** Runs a program and returns the text that it prints; null if the program cannot be run. */
function said(program: string, parameters: readonly string[]): string | null {
  try {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync(program, parameters, { cwd, stdio, encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
