export { type AgentIntersection, Agents, createAgents, type Picked } from './agents/agents.ts';
export type { Agent, AgentsOptions } from './agents/look.ts';
export { createDriver, Driver, type DriverOptions, type StateListener } from './driver.ts';
export { ThreeError, type ThreeErrorCode } from './option-error.ts';
export type { ParticleKind, ParticlesOptions } from './particles/options.ts';
export { createParticles, Particles } from './particles/particles.ts';
export type { TrailsOptions } from './trails/options.ts';
export { createTrails, Trails } from './trails/trails.ts';
