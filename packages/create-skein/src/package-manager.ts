/** Returns the package manager that started this program, read from its user agent; npm if unknown. */
export function packageManager(userAgent: string | undefined): string {
  const name = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '')?.[1];
  return name ?? 'npm';
}

/** Returns the command that runs a script of package.json. */
export function scriptLine(manager: string, script: string): string {
  return script === 'start' ? `${manager} start` : `${manager} run ${script}`;
}
