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
