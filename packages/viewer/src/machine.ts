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
