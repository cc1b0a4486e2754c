export { Agents, type AgentsProps } from './agents.tsx';
export { useSkein } from './context.ts';
export type { RunningWorld } from './held-team.ts';
export { Particles, type ParticlesProps } from './particles.tsx';
export { PropsError } from './props-error.ts';
export { Skein, type SkeinProps } from './skein.tsx';
export { Trails, type TrailsProps } from './trails.tsx';
export { useSkeinEvent } from './use-skein-event.ts';
