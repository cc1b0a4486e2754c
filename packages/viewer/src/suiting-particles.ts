/** What the browser tells about the machine. */
export interface Machine {
  readonly cores: number;
  /** The memory in GiB, rounded and at most 8; undefined where the browser does not tell. */
  readonly memory?: number | undefined;
  /** Whether the main pointer is a finger. */
  readonly isTouched: boolean;
  /** The shorter side of the screen, in CSS pixels. */
  readonly side: number;
}

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

/** This machine, as its browser describes it. */
export function thisMachine(): Machine {
  // Only Chromium reports the memory.
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return {
    cores: Math.max(1, navigator.hardwareConcurrency || 1),
    memory: deviceMemory,
    isTouched: matchMedia('(pointer: coarse)').matches,
    side: Math.min(screen.width, screen.height),
  };
}
