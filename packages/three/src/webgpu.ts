/**
 * The objects of this package for `WebGPURenderer`, built from nodes of three.js. They need three.js 0.187 or newer.
 */
export { createAgents, NodeAgents, type NodeAgentsOptions } from './webgpu/agents.ts';
export { CardAgents, type CardAgentsOptions, createCardAgents } from './webgpu/card-agents.ts';
export type { CardState, CardStepper } from './webgpu/card-columns.ts';
export { createParticles, NodeParticles } from './webgpu/particles.ts';
export { createTrails, NodeTrails } from './webgpu/trails.ts';
