import type { Scenario, Species } from '@skein/core';

/** Whether agents of a species are drawn as light, beside a body if they have one: beams, and what launchers fire. */
export function isLight({ launchers }: Scenario, { name, body }: Species): boolean {
  return body === 'beam' || launchers.some((launcher) => launcher.species === name);
}
