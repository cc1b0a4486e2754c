/** The package manager that called this program, as it says itself; npm where none does. */
export function packageManager(userAgent: string | undefined): string {
  const name = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '')?.[1];
  return name ?? 'npm';
}

/** The line that runs a script of package.json. */
export function scriptLine(manager: string, script: string): string {
  return script === 'start' ? `${manager} start` : `${manager} run ${script}`;
}
