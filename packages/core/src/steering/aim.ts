/** The aim of a behavior, described relative to one agent. */
export interface Aim {
  /** Offset from the agent to the aim (m). On a torus, the offset is the shortest one. */
  x: number;
  y: number;
  z: number;
  /** Velocity of the aim (m/s). */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  /** Acceleration of the aim (m/s^2). If the aim is an agent, this is 0 unless the world stores accelerations. */
  accelerationX: number;
  accelerationY: number;
  accelerationZ: number;
  /** Radius of the aim (m). */
  radius: number;
  /**
   * Heading and up vector of the aim. Both are 0 for a target or a goal, and for an agent in a world that does not
   * store headings. On a path, the up vector is 0.
   */
  headingX: number;
  headingY: number;
  headingZ: number;
  upX: number;
  upY: number;
  upZ: number;
  /** The place of the aim in the sorted order of agents, or -1 if the aim is not an agent. */
  agent: number;
}

export function createAim(): Aim {
  return {
    x: 0,
    y: 0,
    z: 0,
    velocityX: 0,
    velocityY: 0,
    velocityZ: 0,
    accelerationX: 0,
    accelerationY: 0,
    accelerationZ: 0,
    radius: 0,
    headingX: 0,
    headingY: 0,
    headingZ: 0,
    upX: 0,
    upY: 0,
    upZ: 0,
    agent: -1,
  };
}

/** Marks the aim as something that is not an agent and has no heading. */
export function facesNowhere(aim: Aim): void {
  aim.headingX = 0;
  aim.headingY = 0;
  aim.headingZ = 0;
  aim.upX = 0;
  aim.upY = 0;
  aim.upZ = 0;
  aim.agent = -1;
}
