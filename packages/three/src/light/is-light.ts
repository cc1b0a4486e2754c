import type { Scenario, Species } from '@skein/core';

/** Whether agents of a species are drawn as light, with or without a body: beams, and agents that launchers fire. */
export function isLight({ launchers }: Scenario, { name, body }: Species): boolean {
  return body === 'beam' || launchers.some((launcher) => launcher.species === name);
}
