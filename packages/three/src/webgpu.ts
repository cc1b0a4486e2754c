/** Objects for `WebGPURenderer` of three.js, as nodes; 0.187 and newer. */
export { createAgents, NodeAgents, type NodeAgentsOptions } from './webgpu/agents.ts';
export { createParticles, NodeParticles } from './webgpu/particles.ts';
export { createTrails, NodeTrails } from './webgpu/trails.ts';
