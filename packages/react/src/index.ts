export { Agents, type AgentsProps } from './agents.tsx';
export { useSkein } from './context.ts';
export type { RunningWorld } from './held-team.ts';
export { PropsError } from './props-error.ts';
export { Skein, type SkeinProps } from './skein.tsx';
export { useSkeinEvent } from './use-skein-event.ts';
