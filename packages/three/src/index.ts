export {
  type Agent,
  type AgentIntersection,
  Agents,
  type AgentsOptions,
  createAgents,
  type Picked,
} from './agents/agents.ts';
export { createDriver, Driver, type DriverOptions, type StateListener } from './driver.ts';
export { ThreeError } from './option-error.ts';
export {
  createParticles,
  type ParticleKind,
  Particles,
  type ParticlesOptions,
} from './particles/particles.ts';
export { createTrails, Trails, type TrailsOptions } from './trails/trails.ts';
