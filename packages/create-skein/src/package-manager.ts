/** The package manager that started this program, from its user agent; npm if unknown. */
export function packageManager(userAgent: string | undefined): string {
  const name = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '')?.[1];
  return name ?? 'npm';
}

/** The command that runs a script of package.json. */
export function scriptLine(manager: string, script: string): string {
  return script === 'start' ? `${manager} start` : `${manager} run ${script}`;
}
