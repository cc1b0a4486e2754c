import type { Machine } from './machine.ts';

const MOST = 100_000;
const MOST_ON_SMALL = 20_000;
/** The largest of the shorter sides of tablets, in CSS pixels. A larger screen with touch is a desk or a wall. */
const TABLET_PX = 1100;

/**
 * The largest number of particles that the page keeps by default. Particles are only drawn, so the number changes
 * neither the states of the run nor its hashes. Phones and tablets, machines of one or two cores and those with at most
 * 2 GiB of memory keep 20,000, others 100,000.
 */
export function suitingParticles({
  cores,
  memory = Number.POSITIVE_INFINITY,
  isTouched,
  side,
}: Machine): number {
  const isSmall = cores <= 2 || memory <= 2 || (isTouched && side <= TABLET_PX);
  return isSmall ? MOST_ON_SMALL : MOST;
}
