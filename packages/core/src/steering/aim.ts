/** What a behavior goes after, as seen by one agent. */
export interface Aim {
  /** Way from the agent to it (m), the short way round a torus. */
  x: number;
  y: number;
  z: number;
  /** Its velocity (m/s). */
  velocityX: number;
  velocityY: number;
  velocityZ: number;
  /** Its acceleration (m/s^2); of an agent only where the world keeps accelerations, else 0. */
  accelerationX: number;
  accelerationY: number;
  accelerationZ: number;
  /** Its radius (m). */
  radius: number;
  /** Where its body faces, and its up: 0 of a target, and of an agent where the world keeps no headings. */
  headingX: number;
  headingY: number;
  headingZ: number;
  upX: number;
  upY: number;
  upZ: number;
  /** Its place in the sorted order, or -1 for a target. */
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

/** It is no agent, and has no body that faces somewhere. */
export function facesNowhere(aim: Aim): void {
  aim.headingX = 0;
  aim.headingY = 0;
  aim.headingZ = 0;
  aim.upX = 0;
  aim.upY = 0;
  aim.upZ = 0;
  aim.agent = -1;
}
