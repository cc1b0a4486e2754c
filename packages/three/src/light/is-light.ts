import type { Scenario, Species } from '@skein/core';

/**
 * Whether the agents of a species are drawn as light, with or without a body. This is so for beams, and for agents that
 * launchers fire.
 */
export function isLight({ launchers }: Scenario, { name, body }: Species): boolean {
  return body === 'beam' || launchers.some((launcher) => launcher.species === name);
}
