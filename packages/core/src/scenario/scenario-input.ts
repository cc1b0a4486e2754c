// Written by `npm run generate` from the JSON Schema of a scenario.

/**
 * x, y and z. Default of z: 0. In m.
 */
export type Vector = readonly [x: number, y: number, z?: number];
export type Behavior =
  | AlignmentBehavior
  | AnticipationBehavior
  | ArriveBehavior
  | AvoidanceBehavior
  | BallisticBehavior
  | ClimbBehavior
  | CohesionBehavior
  | CollisionAvoidanceBehavior
  | ContainmentBehavior
  | ContextBehavior
  | CruiseBehavior
  | DepositBehavior
  | DodgeBehavior
  | EvadeBehavior
  | FleeBehavior
  | FlowFieldBehavior
  | FollowPathBehavior
  | FormationBehavior
  | GoalBehavior
  | GravityBehavior
  | HomingBehavior
  | InterceptBehavior
  | InterposeBehavior
  | LeadBehavior
  | LeaderFollowBehavior
  | NavigateBehavior
  | NavigationBehavior
  | OrcaBehavior
  | PursueBehavior
  | QueueBehavior
  | RendezvousBehavior
  | SeekBehavior
  | SeparationBehavior
  | StayOnPathBehavior
  | StrafeBehavior
  | TetherBehavior
  | TurnBehavior
  | WanderBehavior
  | YawPitchBehavior
  | LawBehavior;

export interface ScenarioInput {
  /**
   * Address of the JSON Schema, for editors.
   */
  $schema?: string;
  /**
   * Short name of the scene.
   */
  name: string;
  description?: string;
  /**
   * Seed of all random numbers. From 0 to 4294967295. Default: 1.
   */
  seed?: number;
  /**
   * Length of a tick. From 0.0001 to 1 s. Default: 0.016666666666666666.
   */
  dt?: number;
  /**
   * For viewers: the time after which the run restarts, because there is nothing new to see. From 0.0001 to 1000000 s.
   */
  duration?: number;
  /**
   * Number of dimensions. In two dimensions z stays 0. Default: 3.
   */
  dimensions?: 2 | 3;
  /**
   * What surrounds the world. Default: nothing.
   */
  bounds?: OpenBounds | WrapBounds | ContainBounds;
  /**
   * The laws of behaviors of types "law:NAME", as data.
   */
  laws?: Law[];
  /**
   * The kinds of agents, each with its behaviors.
   */
  species: Species[];
  map?: Map;
  heights?: Heights;
  mesh?: Mesh;
  /**
   * Grids of values that laws and behaviors name.
   */
  fields?: Field[];
  /**
   * Lines that targets and agents follow.
   */
  paths?: Path[];
  /**
   * Targets that behaviors name.
   */
  targets?: Target[];
  /**
   * Parts of space that `reports` of species name.
   */
  regions?: (BoxRegion | SphereRegion)[];
  /**
   * Obstacles, which avoidance, context steering and ORCA avoid.
   */
  obstacles?: (SphereObstacle | BoxObstacle | CapsuleObstacle | PlaneObstacle | PolygonObstacle)[];
  /**
   * How many obstacles commands may add. Without it, commands cannot change obstacles. From 0 to 4096.
   */
  obstacleCapacity?: number;
  /**
   * Launchers fire agents of a pool.
   */
  launchers?: Launcher[];
  /**
   * Commands. Each is executed in the step that starts at its `tick`.
   */
  commands?: (
    | FireCommand
    | MoveCommand
    | CellsCommand
    | SetCommand
    | RemoveCommand
    | PlaceCommand
    | GoCommand
    | ObstacleCommand
    | SpawnCommand
    | WriteCommand
    | AssignCommand
  )[];
  particles?: Particles;
}
/**
 * No limit.
 */
export interface OpenBounds {
  type: 'open';
}
/**
 * A torus: agents that leave on one side enter on the opposite side.
 */
export interface WrapBounds {
  type: 'wrap';
  min: Vector;
  max: Vector;
}
/**
 * Hard walls: agents stay inside, and lose their velocity into a wall.
 */
export interface ContainBounds {
  type: 'contain';
  min: Vector;
  max: Vector;
}
export interface Law {
  law: 1;
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  description: string;
  aim: 'none' | 'one' | 'two' | 'goal' | 'path' | 'waypoint';
  parameters: {
    [k: string]: Parameter;
  };
  nodes: (string | number)[][];
  result: 'force' | 'velocity';
  vector: never[];
  wants?: never[];
  columns?: {
    [k: string]: F32Column | U32Column | Vec3Column;
  };
  next?: {
    [k: string]: number | never[];
  };
  ends?: number;
  births?: LawBirth[];
  deposit?: {
    [k: string]: number;
  };
}
export interface Parameter {
  unit: string;
  default: number;
  min: number;
  max: number;
  description: string;
}
export interface F32Column {
  type: 'f32';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0.
   */
  default?: number;
  /**
   * Lowest value. Laws cannot go below it.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
}
export interface U32Column {
  type: 'u32';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. From 0 to 4294967295.
   */
  default?: number;
  /**
   * Lowest value. Laws cannot go below it. From 0 to 4294967295.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it. From 0 to 4294967295.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
}
export interface Vec3Column {
  type: 'vec3';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0.
   */
  default?: number[];
  /**
   * Lowest value. Laws cannot go below it.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
}
export interface LawBirth {
  when: number;
  position?: never[];
  velocity?: never[];
  columns?: {
    [k: string]: number | never[];
  };
}
export interface Species {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  /**
   * Number of agents at the start; for a pool, its size. From 0 to 4194304.
   */
  count: number;
  /**
   * The most agents at a time, including those born later. Default: count. From 1 to 4194304.
   */
  capacity?: number;
  /**
   * What happens to a birth when the species is full: "refuse", or "recycle", which replaces the oldest agent. Default: "refuse"; for a pool "recycle".
   */
  whenFull?: 'refuse' | 'recycle';
  spawn: BoxSpawn | SphereSpawn | ShellSpawn | PointsSpawn | PoolSpawn;
  /**
   * Goal of each agent, for behaviors such as "goal".
   */
  goals?: MirrorGoals | PointsGoals;
  /**
   * Mass: acceleration is force / mass. From 0.000001 to 1000000 kg. Default: 1.
   */
  mass?: number;
  /**
   * Radius of the body, for avoidance and hits. From 0 to 10000 m. Default: 0.
   */
  radius?: number;
  /**
   * Speed limit. Default: none. From 0 to 10000 m/s.
   */
  maxSpeed?: number;
  /**
   * Lowest speed of a moving agent. From 0 to 10000 m/s. Default: 0.
   */
  minSpeed?: number;
  /**
   * Limit of the summed steering force. Default: none. From 0 to 1000000 N.
   */
  maxForce?: number;
  /**
   * Drag: acceleration of -damping x velocity. From 0 to 1000 1/s. Default: 0.
   */
  damping?: number;
  /**
   * Factor for the summed steering force, applied before the limit. From 0 to 1000000. Default: 1.
   */
  forceFactor?: number;
  /**
   * How fast the body turns to face its velocity. Default: at once. With it, bodies have a heading and an up. From 0 to 10000 rad/s.
   */
  turnRate?: number;
  /**
   * How the body turns: "rate" at turnRate; "slerp" at turnRate x the remaining angle (rad), so it slows down. Default: "rate".
   */
  turn?: 'rate' | 'slerp';
  /**
   * Age at which the agent dies. Default: never. From 0.001 to 1000000 s.
   */
  lifetime?: number;
  /**
   * For viewers, "#rrggbb".
   */
  color?: string;
  /**
   * For viewers: the look of agents. "point" and "beam" are light. Default: light if launched, a walker or sphere if it avoids by its radius, else a dart.
   */
  body?:
    | (
        | 'dart'
        | 'bird'
        | 'bee'
        | 'kite'
        | 'missile'
        | 'fish'
        | 'shark'
        | 'sheep'
        | 'dog'
        | 'walker'
        | 'sphere'
        | 'point'
        | 'beam'
      )
    | Body;
  /**
   * Events that its agents report.
   */
  reports?: (
    | ArrivedReport
    | UnreachableReport
    | EnteredReport
    | LeftReport
    | BornReport
    | DiedReport
    | NearReport
  )[];
  /**
   * States of its agents, one at a time, beginning with the first. A behavior with `states` acts only in those.
   */
  states?: State[];
  /**
   * "sum" adds the forces of the behaviors; "priority" gives each, in order, what those before it have left of maxForce. Default: "sum".
   */
  compose?: 'sum' | 'priority';
  behaviors?: Behavior[];
  /**
   * Numbers of each agent, by name, that laws read and write. Agents of other species have these columns too, with the default values.
   */
  columns?: {
    [k: string]: F32Column2 | U32Column2 | Vec3Column2;
  };
  trail?: Trail;
  sparks?: Sparks;
}
/**
 * Random positions, uniformly distributed in a box.
 */
export interface BoxSpawn {
  type: 'box';
  min: Vector;
  max: Vector;
  velocity?: Velocity | Velocity2;
}
/**
 * The same velocity for all agents.
 */
export interface Velocity {
  direction: Vector;
  /**
   * Length of the velocity. From 0 to 10000 m/s.
   */
  speed: number;
}
/**
 * Random directions, with the same speed.
 */
export interface Velocity2 {
  /**
   * Length of the velocity. From 0 to 10000 m/s.
   */
  speed: number;
}
/**
 * Random positions, uniformly distributed in a ball, or in a disc in two dimensions.
 */
export interface SphereSpawn {
  type: 'sphere';
  center: Vector;
  /**
   * Radius of the ball, or disc in two dimensions. From 0 to 100000 m.
   */
  radius: number;
  velocity?: Velocity | Velocity2;
}
/**
 * Evenly spread on a sphere, or along a circle in two dimensions.
 */
export interface ShellSpawn {
  type: 'shell';
  center: Vector;
  /**
   * Radius of the sphere, or circle. From 0 to 100000 m.
   */
  radius: number;
  velocity?: Velocity | Velocity2;
}
/**
 * Given positions, and velocities (m/s). Default of velocities: 0.
 */
export interface PointsSpawn {
  type: 'points';
  positions: Vector[];
  velocities?: Vector[];
}
/**
 * The agents do not exist until a launcher fires them.
 */
export interface PoolSpawn {
  type: 'pool';
}
/**
 * The goal of each agent is its start position, mirrored through a point.
 */
export interface MirrorGoals {
  type: 'mirror';
  center: Vector;
}
/**
 * Given positions, one for each agent.
 */
export interface PointsGoals {
  type: 'points';
  positions: Vector[];
}
/**
 * Your own model. +Z points ahead and +Y up, as in glTF.
 */
export interface Body {
  /**
   * Address of a model, a binary glTF file (.glb). The page takes it from its own host, relative to the page.
   */
  gltf: string;
  /**
   * Scale of the model; 1 draws it in the meters of the file. From 0.0001 to 10000. Default: 1.
   */
  scale?: number;
}
/**
 * The agent has arrived at its goal, or at the named target or end of a path. Once for each goal.
 */
export interface ArrivedReport {
  type: 'arrived';
  /**
   * Arrival at this target.
   */
  target?: string;
  /**
   * Arrival at the end of this open path, which the agent follows.
   */
  path?: string;
  /**
   * Largest distance of the center of the agent from the goal, the center of the target, or the last point of the path. From 0 to 100000 m. Default: 1.
   */
  radius?: number;
}
/**
 * No path over the map leads to its goal, or to the named target. Once for each goal, and again after the map has changed.
 */
export interface UnreachableReport {
  type: 'unreachable';
  /**
   * The path to this target.
   */
  target?: string;
}
/**
 * The agent has entered a region or a state.
 */
export interface EnteredReport {
  type: 'entered';
  /**
   * One of `regions`.
   */
  region?: string;
  /**
   * One of the states of the species, in place of a region.
   */
  state?: string;
}
/**
 * The agent has left a region.
 */
export interface LeftReport {
  type: 'left';
  /**
   * One of `regions`.
   */
  region: string;
}
/**
 * The agent is born, by a law or a command.
 */
export interface BornReport {
  type: 'born';
}
/**
 * The agent dies, by a hit, a law, its lifetime, a command, or a birth that replaces it.
 */
export interface DiedReport {
  type: 'died';
}
/**
 * An agent of a species, or a target, has come near. Once for each approach.
 */
export interface NearReport {
  type: 'near';
  /**
   * Another agent of this species is near.
   */
  species?: string;
  /**
   * This target is near.
   */
  target?: string;
  /**
   * Distance, from center to center. From 0 to 100000 m.
   */
  distance: number;
  /**
   * Once all are farther than this, the next approach counts again. Default: 1.1 x distance. From 0 to 100000 m.
   */
  release?: number;
}
/**
 * A state and its transitions to other states.
 */
export interface State {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  /**
   * Transitions to other states: the first that holds after a step, in this order. At most one per step. Default: [].
   */
  next?: (
    | NearNext
    | FarNext
    | AfterNext
    | AboveNext
    | BelowNext
    | ChanceNext
    | ArrivedNext
    | UnreachableNext
    | EnteredNext
    | LeftNext
  )[];
}
/**
 * An agent of a species, or a target, is within distance.
 */
export interface NearNext {
  type: 'near';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Name of the species.
   */
  species?: string;
  /**
   * Name of the target.
   */
  target?: string;
  /**
   * Distance from center to center. From 0 to 100000 m.
   */
  distance: number;
}
/**
 * No agent of a species, or not the target, is within distance.
 */
export interface FarNext {
  type: 'far';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Name of the species.
   */
  species?: string;
  /**
   * Name of the target.
   */
  target?: string;
  /**
   * Distance from center to center. From 0 to 100000 m.
   */
  distance: number;
}
/**
 * The agent has been in the state for a time.
 */
export interface AfterNext {
  type: 'after';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Time in the state. From 0 to 1000000 s.
   */
  time: number;
}
/**
 * A column of the agent is greater than a value.
 */
export interface AboveNext {
  type: 'above';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * A column of one number that a species or a law declares.
   */
  column: string;
  /**
   * Limit, in the unit of the column.
   */
  value: number;
}
/**
 * A column of the agent is less than a value.
 */
export interface BelowNext {
  type: 'below';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * A column of one number that a species or a law declares.
   */
  column: string;
  /**
   * Limit, in the unit of the column.
   */
  value: number;
}
/**
 * Random: happens in a step with the probability 1 - e^(-rate dt).
 */
export interface ChanceNext {
  type: 'chance';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * How often this happens on average. From 0 to 1000000 1/s.
   */
  rate: number;
}
/**
 * The agent has arrived at its goal, or at the named target.
 */
export interface ArrivedNext {
  type: 'arrived';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Name of the target.
   */
  target?: string;
  /**
   * Distance from its center. From 0 to 100000 m. Default: 1.
   */
  radius?: number;
}
/**
 * No path over the map or mesh leads to its goal, or to the named target.
 */
export interface UnreachableNext {
  type: 'unreachable';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Name of the target.
   */
  target?: string;
}
/**
 * The agent has entered a region in this step.
 */
export interface EnteredNext {
  type: 'entered';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * One of `regions`.
   */
  region: string;
}
/**
 * The agent has left a region in this step.
 */
export interface LeftNext {
  type: 'left';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * One of `regions`.
   */
  region: string;
}
/**
 * Steers toward the mean velocity, or the mean heading, of the neighbors.
 */
export interface AlignmentBehavior {
  type: 'alignment';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 8.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 7.5.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: -1 sees all around, 0 sees the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * "velocity" pulls along (their mean velocity - its own); "heading" pulls with weight x (their mean heading - its own), both unit vectors. Default: "velocity".
   */
  of?: 'velocity' | 'heading';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Away from each neighbor that it would touch in t < horizon: weight x (horizon - t)/(t + softening).
 */
export interface AnticipationBehavior {
  type: 'anticipation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 2.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 10.
   */
  radius?: number;
  /**
   * Contacts up to this time ahead count. From 0 to 60 s. Default: 4.
   */
  horizon?: number;
  /**
   * Added to the time to contact. From 0.001 to 60 s. Default: 0.1.
   */
  softening?: number;
  /**
   * Distance kept between bodies. From 0 to 10000 m. Default: 0.2.
   */
  margin?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Toward a target, slowing down to rest on it.
 */
export interface ArriveBehavior {
  type: 'arrive';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Around the nearest obstacle ahead, more strongly the nearer it is; outward when inside one.
 */
export interface AvoidanceBehavior {
  type: 'avoidance';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 30.
   */
  weight?: number;
  /**
   * How far ahead along the velocity obstacles are seen. From 0 to 60 s. Default: 1.
   */
  lookAhead?: number;
  /**
   * Distance kept from obstacles, in addition to the radius. From 0 to 10000 m. Default: 0.
   */
  margin?: number;
  /**
   * "around" pushes sideways; "reflect" pushes along the course reflected by the surface, or sideways if that leads back. Default: "around".
   */
  steer?: 'around' | 'reflect';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * No steering: the agent ends when it touches the target.
 */
export interface BallisticBehavior {
  type: 'ballistic';
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Toward where the value of a field grows fastest: weight x the direction of its gradient. A negative weight leads down.
 */
export interface ClimbBehavior {
  type: 'climb';
  /**
   * How strongly the behavior pulls. Negative weights pull down the field. From -1000000 to 1000000 N. Default: 1.
   */
  weight?: number;
  /**
   * How far ahead along its velocity it feels the field. From 0 to 10000 m. Default: 0.
   */
  ahead?: number;
  /**
   * Gradients up to this value do not count. From 0 to 1000000000 1/m. Default: 0.
   */
  least?: number;
  /**
   * Name of the field.
   */
  field: string;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Toward the mean position of the neighbors.
 */
export interface CohesionBehavior {
  type: 'cohesion';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 8.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 9.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: -1 sees all around, 0 sees the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * "direction" pulls with weight x unit vector, at any distance; "offset" pulls with weight (N/m) x the distance to their mean position. Default: "direction".
   */
  of?: 'direction' | 'offset';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Unaligned collision avoidance: evades the first neighbor that it would come too near to, by going sideways or behind it.
 */
export interface CollisionAvoidanceBehavior {
  type: 'collisionAvoidance';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 10.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 10.
   */
  radius?: number;
  /**
   * Meetings up to this time ahead count. From 0 to 60 s. Default: 3.
   */
  horizon?: number;
  /**
   * Distance kept between bodies. From 0 to 10000 m. Default: 0.5.
   */
  margin?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Pushes back from the walls of the bounds. Needs bounds with min and max.
 */
export interface ContainmentBehavior {
  type: 'containment';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 30.
   */
  weight?: number;
  /**
   * The position this far ahead is kept inside. From 0 to 60 s. Default: 0.5.
   */
  lookAhead?: number;
  /**
   * The push grows over this distance from the wall. From 0.001 to 10000 m. Default: 1.
   */
  margin?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Of 16 directions in the plane, or 42 in space, takes the least dangerous ones, and of these the one that the behaviors before it want most. Its force, weight x (speed x direction - velocity), replaces the sum of theirs.
 */
export interface ContextBehavior {
  type: 'context';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 10.
   */
  weight?: number;
  /**
   * Desired speed, in any direction. From 0 to 10000 m/s. Default: 1.5.
   */
  speed?: number;
  /**
   * Interest in the direction that was chosen last. From 0 to 1000000. Default: 0.3.
   */
  bias?: number;
  /**
   * Interest in the way out from between neighbors. From 0 to 1000000. Default: 8.
   */
  separation?: number;
  /**
   * Neighbors within this distance are dangerous. From 0.001 to 10000 m. Default: 0.5.
   */
  radius?: number;
  /**
   * Radius of the free space that the body needs. From 0 to 10000 m. Default: 0.25.
   */
  castRadius?: number;
  /**
   * How far ahead obstacles and walls are dangerous. From 0.001 to 10000 m. Default: 1.
   */
  castRange?: number;
  /**
   * Directions with at most this much more danger than the lowest are allowed. From 0 to 1. Default: 0.1.
   */
  tolerance?: number;
  /**
   * It stops within this distance of the aim of the first aimed behavior. From 0 to 10000 m. Default: 0.1.
   */
  arrivalRadius?: number;
  /**
   * How the interests of several behaviors in one direction are combined. Default: "sum".
   */
  merge?: 'sum' | 'max';
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Keeps its speed along its course: weight x (speed - |velocity|).
 */
export interface CruiseBehavior {
  type: 'cruise';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * The speed that it keeps. From 0 to 10000 m/s. Default: 5.
   */
  speed?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Adds rate x dt to the cell of a field in which the agent is. Adds no force.
 */
export interface DepositBehavior {
  type: 'deposit';
  /**
   * How fast the value of the cell grows. Negative rates reduce it. From -1000000 to 1000000 1/s. Default: 1.
   */
  rate?: number;
  /**
   * Name of the field.
   */
  field: string;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Dodges all agents on its radar. Goes to its aim while commanded, beyond twice the radar range, and in random seconds. The force is weight x (desired velocity - velocity).
 */
export interface DodgeBehavior {
  type: 'dodge';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 5.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * 1 sends it to its aim, 0 leaves it free. From 0 to 1. Default: 0.
   */
  commanded?: number;
  /**
   * Radar range while commanded. From 0.001 to 10000 m. Default: 20.
   */
  commandedRange?: number;
  /**
   * Radar range while free. From 0.001 to 10000 m. Default: 40.
   */
  freeRange?: number;
  /**
   * Other agents count at their nearest position within this time. 0: at their present position. From 0 to 60 s. Default: 0.
   */
  horizon?: number;
  /**
   * "near": others push more the nearer they are and the sooner they come; "equal": all push equally. Default: "near".
   */
  push?: 'near' | 'equal';
  /**
   * Fraction of maxSpeed at which it dodges. From 0 to 100. Default: 1.
   */
  avoid?: number;
  /**
   * Fraction of maxSpeed at which it goes to its aim. From 0 to 100. Default: 0.5.
   */
  pull?: number;
  /**
   * The pull beyond brakingDistance: "even" is constant; "growing" is proportional to the distance, and outweighs dodging far away. Default: "even".
   */
  beyond?: 'even' | 'growing';
  /**
   * Probability that a free agent goes to its aim in a given second, at any distance. From 0 to 1. Default: 0.1.
   */
  chance?: number;
  /**
   * Within this distance of the aim, the pull falls in proportion to the distance. From 0.001 to 100000 m. Default: 50.
   */
  brakingDistance?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Flees from where its aim will be, at maximum speed.
 */
export interface EvadeBehavior {
  type: 'evade';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * How far ahead it predicts at most. From 0 to 60 s. Default: 4.
   */
  prediction?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Straight away from its aim at maximum speed.
 */
export interface FleeBehavior {
  type: 'flee';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes to a target by the cheapest path on the map, at maximum speed: weight x (desired velocity - velocity). All agents share one field of directions, which is computed when the cell of the target changes. An agent that cannot get there stops.
 */
export interface FlowFieldBehavior {
  type: 'flowField';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first one.
   */
  target?: string;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes from point to point of a path. A closed path repeats.
 */
export interface FollowPathBehavior {
  type: 'followPath';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a path. Default: the first one.
   */
  path?: string;
  /**
   * Speed along the path, at most maxSpeed. From 0 to 10000 m/s. Default: 10000.
   */
  speed?: number;
  /**
   * Within this distance a point counts as passed. From 0.001 to 10000 m. Default: 1.
   */
  switchDistance?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * At the last point of an open path: "arrive" stays at that point, "stop" ends the behavior. Default: "arrive".
   */
  end?: 'arrive' | 'stop';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Offset pursuit: keeps a place that moves and turns with the leader as if on a rigid frame. In a bend, the end of a long column swings far out; for a column, use leaderFollow with the agent ahead as the assigned leader, or followPath.
 */
export interface FormationBehavior {
  type: 'formation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 2.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Places by id: "wedge" and "line" alternate right and left; "column" is single file; "block" has rows; "point" one place. Default: "wedge".
   */
  shape?: 'wedge' | 'line' | 'column' | 'block' | 'point';
  /**
   * Distance from one place to the next. From 0.001 to 10000 m. Default: 3.
   */
  spacing?: number;
  /**
   * Agents in a row of a block. From 1 to 10000. Default: 5.
   */
  abreast?: number;
  /**
   * Distance of all places ahead of the leader, along its course. From -100000 to 100000 m. Default: 0.
   */
  ahead?: number;
  /**
   * Distance of all places to the right of the leader. From -100000 to 100000 m. Default: 0.
   */
  right?: number;
  /**
   * Distance of all places above the leader. From -100000 to 100000 m. Default: 0.
   */
  above?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes to the agent's own goal at maximum speed, slowing down to rest on it: weight x (desired velocity - velocity). A weight of mass/dt gives the desired velocity within one tick. Needs a species with goals.
 */
export interface GoalBehavior {
  type: 'goal';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Gravity: mass x acceleration toward -y.
 */
export interface GravityBehavior {
  type: 'gravity';
  /**
   * Acceleration toward -y. From 0 to 10000 m/s^2. Default: 9.80665.
   */
  acceleration?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Curvature-limited pursuit: centripetal acceleration of at most speed^2/curvatureRadius toward the target, thrust speed x damping along the velocity. Hits end the agent.
 */
export interface HomingBehavior {
  type: 'homing';
  /**
   * Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * The tightest circle it can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * Lateral miss beyond which it turns as hard as it can. Below, it turns in proportion. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * "rotate" turns the velocity and keeps its length at any dt; "add" adds the centripetal acceleration and gains speed as dt grows. Default: "rotate".
   */
  turn?: 'rotate' | 'add';
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Touches the target at a given time, at whatever speed this needs. maxForce and maxSpeed may make it late.
 */
export interface InterceptBehavior {
  type: 'intercept';
  /**
   * Time from birth to arrival. With a period, the shortest time allowed. From 0.001 to 100000 s. Default: 2.
   */
  time?: number;
  /**
   * It arrives at the next multiple of this period, so all agents with one target arrive in the same tick. 0: at `time`. From 0 to 100000 s. Default: 0.
   */
  period?: number;
  /**
   * The acceleration is gain x miss / (time left)^2: 2 keeps it constant, 3 takes the least effort. From 1 to 20. Default: 3.
   */
  gain?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Arrives between two aims, at their predicted positions.
 */
export interface InterposeBehavior {
  type: 'interpose';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Position between the two: 0 at the first, 1 at the second. From 0 to 1. Default: 0.5.
   */
  share?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  second: Second;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * The second aim. It is chosen like the first.
 */
export interface Second {
  /**
   * Name of a target. Default: the first one.
   */
  target?: string;
  /**
   * Name of a species, not a target.
   */
  quarry?: string;
}
/**
 * Curvature-limited pursuit of the point where the agent and its target would meet on straight courses.
 */
export interface LeadBehavior {
  type: 'lead';
  /**
   * Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * The tightest circle it can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * Lateral miss beyond which it turns as hard as it can. Below, it turns in proportion. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * "quadratic" solves for the time of the meeting; "simple" uses distance / (own speed + speed of the target). Default: "quadratic".
   */
  solve?: 'quadratic' | 'simple';
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Arrives behind a leader, and clears the way when ahead of it.
 */
export interface LeaderFollowBehavior {
  type: 'leaderFollow';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 2.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Distance kept behind the leader. From 0 to 10000 m. Default: 3.
   */
  behind?: number;
  /**
   * Length of the lane ahead of the leader. From 0 to 10000 m. Default: 10.
   */
  lane?: number;
  /**
   * Half the width of the lane ahead of the leader. From 0 to 10000 m. Default: 2.
   */
  clearance?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes by the cheapest path on the map (A*, straightened by line of sight), or the shortest on the mesh, at maximum speed: weight x (desired velocity - velocity). Without a target or a quarry, agents of a species with goals go to their own goals. If a goal is unreachable, they go to the nearest reachable cell or point. A path is searched again when the cell or polygon of the goal changes, or when the agent was pushed off it.
 */
export interface NavigateBehavior {
  type: 'navigate';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Within this distance the speed falls in proportion. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * Least time between two searches after the goal has moved to another cell or polygon. From 0 to 3600 s. Default: 0.5.
   */
  interval?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Proportional navigation: turns in proportion to the turn rate of the line of sight. While the distance does not shrink, or the target is behind, it pursues as homing does.
 */
export interface NavigationBehavior {
  type: 'navigation';
  /**
   * Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * The tightest circle it can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * Lateral miss beyond which it turns as hard as it can. Below, it turns in proportion. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * Navigation constant N: 3 to 5. From 0 to 20. Default: 4.
   */
  gain?: number;
  /**
   * Fraction of gain/2 x the acceleration of the target that is added. From 0 to 1. Default: 0.
   */
  augmentation?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Optimal reciprocal collision avoidance: replaces the force of the behaviors before it by the force that gives the nearest collision-free velocity. maxForce limits only the behaviors before it; minSpeed does not hold. Behaviors after it add to its force, which is then no longer collision-free. It expects agents with "orca" that see its species to do half of the avoiding, and all other agents to do none.
 */
export interface OrcaBehavior {
  type: 'orca';
  /**
   * Neighbors within this distance are avoided. From 0.001 to 10000 m. Default: 15.
   */
  radius?: number;
  /**
   * MAX number of neighbors that are avoided. The nearest count. From 1 to 64. Default: 10.
   */
  maxNeighbors?: number;
  /**
   * Distance kept between bodies where there is room. From 0 to 10000 m. Default: 0.
   */
  margin?: number;
  /**
   * Time ahead without contact. From 0.001 to 1000 s. Default: 5.
   */
  timeHorizon?: number;
  /**
   * Time ahead without contact with obstacles. From 0.001 to 1000 s. Default: 5.
   */
  timeHorizonObstacles?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes to the point where it will meet its aim, at maximum speed.
 */
export interface PursueBehavior {
  type: 'pursue';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * How far ahead it predicts at most. From 0 to 60 s. Default: 4.
   */
  prediction?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Brakes behind slower agents ahead.
 */
export interface QueueBehavior {
  type: 'queue';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 5.
   */
  radius?: number;
  /**
   * Distance kept between bodies. From 0 to 10000 m. Default: 0.5.
   */
  margin?: number;
  /**
   * Cosine of half the angle that counts as ahead. From -1 to 1. Default: 0.8.
   */
  cosine?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Touches the target at a given time at a given velocity, with the least effort, and then flies straight.
 */
export interface RendezvousBehavior {
  type: 'rendezvous';
  /**
   * Time from birth to arrival. With a period, the shortest time allowed. From 0.001 to 100000 s. Default: 2.
   */
  time?: number;
  /**
   * It arrives at the next multiple of this period, so all agents with one target arrive in the same tick. 0: at `time`. From 0 to 100000 s. Default: 0.
   */
  period?: number;
  /**
   * Velocity at arrival. Default: at rest. In m/s.
   */
  velocity?: number[];
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Goes to a target at maximum speed: weight x (desired velocity - velocity).
 */
export interface SeekBehavior {
  type: 'seek';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Pushes away from the neighbors. Agents on one spot part in random directions, with the full weight.
 */
export interface SeparationBehavior {
  type: 'separation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 12.
   */
  weight?: number;
  /**
   * Neighbors within this distance count. From 0.001 to 10000 m. Default: 5.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: -1 sees all around, 0 sees the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species this behavior sees. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species?: string[];
  /**
   * "direction" weighs each by 1/distance and pushes with weight x unit vector of the sum; "count" pushes with weight x the sum of unit vectors. Default: "direction".
   */
  sum?: 'direction' | 'count';
  /**
   * With sum "count": neighbors within this distance count `factor` times. Requires `factor`. From 0 to 10000 m.
   */
  near?: number;
  /**
   * With sum "count": how often neighbors nearer than `near` count. Requires `near`. From 0.001 to 1000000.
   */
  factor?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Keeps to a corridor along a path.
 */
export interface StayOnPathBehavior {
  type: 'stayOnPath';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a path. Default: the first one.
   */
  path?: string;
  /**
   * Within this distance of the path, no force acts. From 0 to 10000 m. Default: 1.
   */
  halfWidth?: number;
  /**
   * The position this far ahead is kept inside. From 0 to 60 s. Default: 1.
   */
  prediction?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Circles its aim: 82.6 degrees off the line to it, at maximum speed. With "context" it wants all directions of that side, most of all this one, and none straight ahead.
 */
export interface StrafeBehavior {
  type: 'strafe';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * The side it circles to, facing its aim: "own" is drawn for each agent, "none" keeps the side it moves to. Default: "own".
   */
  hand?: 'left' | 'right' | 'own' | 'none';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Pulls the agent back when it is too far from its aim.
 */
export interface TetherBehavior {
  type: 'tether';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 10.
   */
  weight?: number;
  /**
   * Within this distance of its aim, no force acts. From 0 to 100000 m. Default: 20.
   */
  length?: number;
  /**
   * Distance beyond `length` over which the pull grows to the whole weight. From 0.001 to 100000 m. Default: 5.
   */
  margin?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * It acts at this distance and beyond. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * It acts up to this distance. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Turns its velocity toward the target at a limited rate and keeps its speed.
 */
export interface TurnBehavior {
  type: 'turn';
  /**
   * Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Maximum turn rate. From 0 to 10000 rad/s. Default: 1.2.
   */
  rate?: number;
  /**
   * "vector" turns in the plane of velocity and target; "quaternion" turns the attitude of a body, its heading and its up. Default: "vector".
   */
  by?: 'vector' | 'quaternion';
  /**
   * For "quaternion": whether the body rolls level as it turns, which uses up its rate. Otherwise it turns along the shortest arc without rolling. Default: false.
   */
  level?: boolean;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * A smooth random direction, different for each agent.
 */
export interface WanderBehavior {
  type: 'wander';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 1.
   */
  weight?: number;
  /**
   * Time from one random direction to the next. From 0.001 to 3600 s. Default: 1.
   */
  interval?: number;
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * Turns its velocity toward the target by yaw and pitch, each at its own rate. With a low pitch rate, a target can dodge it by jumping.
 */
export interface YawPitchBehavior {
  type: 'yawPitch';
  /**
   * Speed at which thrust and drag balance. A species without damping has neither, and keeps its initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Maximum yaw rate, about +y. In the plane, the maximum turn rate. From 0 to 10000 rad/s. Default: 1.2.
   */
  yawRate?: number;
  /**
   * Maximum pitch rate. From 0 to 10000 rad/s. Default: 1.2.
   */
  pitchRate?: number;
  /**
   * Name of a target. Default: the first one, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * Which quarry: "nearest" is the nearest living agent within sight; "assigned" is an agent chosen by id, and after its end the next living one. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far the nearest quarry is seen. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give single agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * What a hit ends: "both", "quarry", so that the hunter survives, or "self". A target never ends. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which it acts. Default: all.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64.
   */
  states?: string[];
}
/**
 * A behavior whose law is in `laws` of the scenario, with the parameters of that law.
 */
export interface LawBehavior {
  type: `law:${string}`;
  [k: string]: unknown;
}
export interface F32Column2 {
  type: 'f32';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0.
   */
  default?: number;
  /**
   * Lowest value. Laws cannot go below it.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
  initial?: number[] | Initial;
}
/**
 * A range from which values are drawn uniformly.
 */
export interface Initial {
  min: number;
  max: number;
}
export interface U32Column2 {
  type: 'u32';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. From 0 to 4294967295.
   */
  default?: number;
  /**
   * Lowest value. Laws cannot go below it. From 0 to 4294967295.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it. From 0 to 4294967295.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
  initial?: number[] | Initial2;
}
/**
 * A range from which values are drawn uniformly.
 */
export interface Initial2 {
  min: number;
  max: number;
}
export interface Vec3Column2 {
  type: 'vec3';
  /**
   * Unit to show to people. Default: "1", a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0.
   */
  default?: number[];
  /**
   * Lowest value. Laws cannot go below it.
   */
  min?: number;
  /**
   * Highest value. Laws cannot exceed it.
   */
  max?: number;
  /**
   * Description to show to people.
   */
  description?: string;
  initial?: number[][] | Initial3;
}
/**
 * A range from which values are drawn uniformly.
 */
export interface Initial3 {
  min: number[];
  max: number[];
}
/**
 * Particles at rest along the path of each agent; at most 255 in a step.
 */
export interface Trail {
  /**
   * Particles per meter of the path. From 0 to 1000 1/m. Default: 20.
   */
  density?: number;
  /**
   * Radius at birth. From 0.001 to 1000 m. Default: 0.25.
   */
  radius?: number;
  /**
   * The radius shrinks at this rate. From 0.05 to 1000 1/s. Default: 1.
   */
  attenuation?: number;
  /**
   * Edge of the cube from which a random acceleration is drawn, 60 times a second. From 0 to 10000 m/s^2. Default: 10.
   */
  randomWalk?: number;
  /**
   * Drag: acceleration of -damping x velocity. From 0 to 1000 1/s. Default: 0.2.
   */
  damping?: number;
  /**
   * Acceleration toward -y. From 0 to 10000 m/s^2. Default: 0.
   */
  gravity?: number;
}
/**
 * Particles that are emitted where an agent hits its target.
 */
export interface Sparks {
  /**
   * Number of particles of one hit. From 1 to 768. Default: 400.
   */
  count?: number;
  /**
   * How closely the sparks follow the reflected velocity: distributed as cosine^sharpness. From 0 to 15. Default: 2.
   */
  sharpness?: number;
  /**
   * Lowest speed of a spark, as a fraction of the speed of the hit. From 0 to 1. Default: 0.2.
   */
  slowest?: number;
  /**
   * Radius at birth. From 0.001 to 1000 m. Default: 0.5.
   */
  radius?: number;
  /**
   * The radius shrinks at this rate. From 0.05 to 1000 1/s. Default: 2.
   */
  attenuation?: number;
  /**
   * Edge of the cube from which a random acceleration is drawn, 60 times a second. From 0 to 10000 m/s^2. Default: 4.
   */
  randomWalk?: number;
  /**
   * Drag: acceleration of -damping x velocity. From 0 to 1000 1/s. Default: 0.4.
   */
  damping?: number;
  /**
   * Acceleration toward -y. From 0 to 10000 m/s^2. Default: 20.
   */
  gravity?: number;
}
/**
 * A map of square cells in the plane. Agents cannot enter walls, cells outside bounds that contain, or the space outside the map. Not with bounds that wrap.
 */
export interface Map {
  /**
   * Rows of characters, the first at the largest y, as on a screen.
   */
  rows: string[];
  /**
   * The meaning of each character: the cost of an open cell, or a wall. Default: {".":1,"#":"wall"}.
   */
  legend?: {
    [k: string]: number | 'wall';
  };
  /**
   * Edge of a cell. From 0.001 to 10000 m. Default: 1.
   */
  cellSize?: number;
  /**
   * The corner of the map with the lowest x and y. In m.
   */
  origin?: number[];
  /**
   * Steps of a path: 4, only along rows and columns, or 8, with diagonal steps. Default: 8.
   */
  neighbors?: 4 | 8;
  slope?: Slope;
}
/**
 * The cost of slopes of `heights` for paths over the map, and the steepest slope allowed.
 */
export interface Slope {
  /**
   * Additional cost of a path uphill, per unit of rise over run. From 0 to 1000. Default: 0.
   */
  up?: number;
  /**
   * Additional cost of a path downhill, per unit of fall over run. From 0 to 1000. Default: 0.
   */
  down?: number;
  /**
   * Steepest rise over run of a step, up or down. Default: no limit. From 0 to 1000000.
   */
  steepest?: number;
}
/**
 * The height of the ground (m) at the points of a grid, interpolated bilinearly between them and constant beyond the edge. It does not affect how agents move in the plane.
 */
export interface Heights {
  /**
   * Points along x. From 1 to 1025.
   */
  columns: number;
  /**
   * Points along y. From 1 to 1025.
   */
  rows: number;
  /**
   * Distance between neighboring points along x and along y. From 0.001 to 10000 m. Default: 1.
   */
  cellSize?: number;
  /**
   * The point with the lowest x and y. In m.
   */
  origin?: number[];
  /**
   * Heights of the points, row after row from the lowest y and x: up to 4096 numbers, a typed array, or base64 of little-endian f32.
   */
  values: number[] | string;
}
/**
 * A navigation mesh: convex polygons in the plane that agents cannot leave. Used instead of a map. Not with bounds that wrap.
 */
export interface Mesh {
  /**
   * Corners of polygons. Vertices at the same position count as one.
   */
  vertices: Vector[];
  /**
   * Convex polygons, each as a list of its vertices in order. Paths cross from one polygon to another at a shared edge.
   */
  polygons: number[][];
  /**
   * For a goal up to this far from the mesh, the nearest point of the mesh is used. A goal farther away is unreachable. From 0 to 10000 m. Default: 1.
   */
  reach?: number;
}
/**
 * A grid of values over the bounds. Agents read it, climb it and deposit into it. Its values decay and spread.
 */
export interface Field {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  /**
   * Unit of the values, to show to people.
   */
  unit?: string;
  /**
   * Cells along x and y, and along z in three dimensions; at most 4194304 in all.
   *
   * Items: Cells along one edge of the bounds. From 1 to 4096.
   */
  cells: number[];
  /**
   * Values fall by the factor e in the time 1 / decay. From 0 to 10000 1/s. Default: 0.
   */
  decay?: number;
  /**
   * How fast values spread to adjacent cells, but not across walls. Limited so that one tick at most evens out two cells. From 0 to 10000000000 m^2/s. Default: 0.
   */
  diffusion?: number;
  /**
   * Lowest value of a cell. From -1000000000 to 1000000000. Default: 0.
   */
  min?: number;
  /**
   * Highest value of a cell. From -1000000000 to 1000000000. Default: 1000000000.
   */
  max?: number;
  /**
   * Start values of the cells: one value, a random one for each from `min` to `max`, or a list of all.
   */
  initial?: number | Initial4 | (number[] | string);
}
export interface Initial4 {
  min: number;
  max: number;
}
/**
 * A line through points, for targets and agents to follow.
 */
export interface Path {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  points: Vector[];
  /**
   * Whether the last point is connected to the first. Default: false.
   */
  closed?: boolean;
}
export interface Target {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  position: Vector;
  /**
   * Radius of the target. Agents that come nearer hit it. From 0 to 10000 m. Default: 1.
   */
  radius?: number;
  /**
   * Stiffness of the spring back to its position. From 0 to 10000 1/s^2. Default: 0.
   */
  stiffness?: number;
  /**
   * Drag of its motion. From 0 to 1000 1/s. Default: 0.
   */
  damping?: number;
  /**
   * Fraction of the impact velocity transferred to the target. From 0 to 1000. Default: 0.
   */
  impact?: number;
  /**
   * Motion of its home, to which the spring pulls it back. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A circle about an axis through a center, beginning at its start position.
 */
export interface OrbitMotion {
  type: 'orbit';
  center: Vector;
  axis?: Vector;
  /**
   * Angular speed. A negative rate reverses the direction. From -1000 to 1000 rad/s.
   */
  rate: number;
}
/**
 * Motion along a path from its first point: around a closed path, or back and forth on an open path.
 */
export interface PathMotion {
  type: 'path';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  path: string;
  /**
   * Speed along the path. From 0 to 10000 m/s.
   */
  speed: number;
}
/**
 * A box along the axes, including its faces.
 */
export interface BoxRegion {
  type: 'box';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  min: Vector;
  max: Vector;
}
/**
 * A ball, or a disc in two dimensions, including its surface.
 */
export interface SphereRegion {
  type: 'sphere';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  center: Vector;
  /**
   * Radius of the ball, or disc in two dimensions. From 0 to 100000 m.
   */
  radius: number;
}
export interface SphereObstacle {
  type: 'sphere';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  center: Vector;
  /**
   * Radius. From 0.001 to 100000 m.
   */
  radius: number;
  /**
   * Side on which agents are kept. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of its center, as for a target. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A box whose edges are along the axes unless it is rotated.
 */
export interface BoxObstacle {
  type: 'box';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  min: Vector;
  max: Vector;
  /**
   * Rotation about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Side on which agents are kept. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of its center, as for a target. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A capsule: all points within a radius of a segment.
 */
export interface CapsuleObstacle {
  type: 'capsule';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  from: Vector;
  to: Vector;
  /**
   * Radius. From 0.001 to 100000 m.
   */
  radius: number;
  /**
   * Rotation about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Side on which agents are kept. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of its center, as for a target. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A plane through a point. Its normal may have any length but 0.
 */
export interface PlaneObstacle {
  type: 'plane';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  point: Vector;
  normal: Vector;
  /**
   * Side on which agents are kept. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of its center, as for a target. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A convex polygon, in two dimensions.
 */
export interface PolygonObstacle {
  type: 'polygon';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  /**
   * Corners in order, in either direction.
   */
  points: Vector[];
  /**
   * Rotation about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Side on which agents are kept. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of its center, as for a target. Default: at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
export interface Launcher {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  /**
   * A species whose spawn is a pool.
   */
  species: string;
  /**
   * The target that it points at.
   */
  target: string;
  position: Vector;
  /**
   * Muzzle speed. From 0 to 10000 m/s.
   */
  speed: number;
  /**
   * "target" points at the target; "lead" at the point where a straight flight meets it; "ballistic" also allows for gravity and damping. Default: "target".
   */
  aim?: 'target' | 'lead' | 'ballistic';
}
/**
 * Launches agents of a pool, with a random roll.
 */
export interface FireCommand {
  type: 'fire';
  /**
   * Name of the launcher. Default: the first one.
   */
  launcher?: string;
  /**
   * How many agents to launch. Several agents form an evenly spaced ring. From 1 to 65536. Default: 1.
   */
  count?: number;
  /**
   * Default: 60 degrees for one, 90 degrees for a ring; 0 for a launcher that aims ahead. From 0 to 3.1415927 rad.
   */
  angle?: number;
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Moves a target and its home to a position, and stops the target.
 */
export interface MoveCommand {
  type: 'move';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  target?: string;
  position: Vector;
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Changes all cells of the map that a box touches, including walls.
 */
export interface CellsCommand {
  type: 'cells';
  min: Vector;
  max: Vector;
  cost: number | 'wall';
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Sets a numeric parameter of a behavior or of a species.
 */
export interface SetCommand {
  type: 'set';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  species: string;
  /**
   * Index in the list of behaviors, or type of the behavior. Default: the species itself.
   */
  behavior?: number | string;
  parameter: string;
  value: number;
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Removes living agents: they die.
 */
export interface RemoveCommand {
  type: 'remove';
  /**
   * Ids of agents.
   */
  ids?: number[];
  /**
   * Chooses agents of this species.
   */
  species?: string;
  box?: Box;
  sphere?: Sphere;
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * A box. Chooses the agents in it.
 */
export interface Box {
  min: Vector;
  max: Vector;
}
/**
 * A ball. Chooses the agents in it.
 */
export interface Sphere {
  center: Vector;
  /**
   * Radius of the ball, or of the disc in two dimensions. From 0 to 100000 m.
   */
  radius: number;
}
/**
 * Gives living agents a new position, a new velocity, or both. A move leaves no trail.
 */
export interface PlaceCommand {
  type: 'place';
  /**
   * Ids of agents.
   */
  ids?: number[];
  /**
   * Chooses agents of this species.
   */
  species?: string;
  box?: Box;
  sphere?: Sphere;
  /**
   * New position of all chosen agents (m). In m.
   */
  position?: number[];
  /**
   * New position of each agent in ids (m): x, y and z of each.
   */
  positions?: number[];
  /**
   * New velocity of all chosen agents (m/s). Default: unchanged. In m.
   */
  velocity?: number[];
  /**
   * New velocity of each agent in ids (m/s): x, y and z of each.
   */
  velocities?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Gives agents a new goal, for the behaviors "goal" and "navigate". Their species must have `goals`.
 */
export interface GoCommand {
  type: 'go';
  /**
   * Ids of agents.
   */
  ids?: number[];
  /**
   * Chooses agents of this species.
   */
  species?: string;
  box?: Box;
  sphere?: Sphere;
  /**
   * Goal of all chosen agents (m). In m.
   */
  position?: number[];
  /**
   * Goal of each agent in ids (m): x, y and z of each.
   */
  positions?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Adds, moves, turns or removes an obstacle by its name.
 */
export interface ObstacleCommand {
  type: 'obstacle';
  do: 'add' | 'move' | 'turn' | 'remove';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64.
   */
  name: string;
  /**
   * The obstacle to add.
   */
  obstacle?: SphereObstacle | BoxObstacle | CapsuleObstacle | PlaneObstacle | PolygonObstacle;
  /**
   * New position of its center, or of a point on a plane. In m.
   */
  position?: number[];
  /**
   * Its velocity after the move. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Its new rotation. Default: unchanged. In rad.
   */
  rotation?: number | number[];
  /**
   * Its new angular velocity. Default: 0. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Creates agents of a species, up to its `capacity`. When the species is full, `whenFull` decides what happens.
 */
export interface SpawnCommand {
  type: 'spawn';
  /**
   * Species of the new agents.
   */
  species: string;
  /**
   * How many agents to create. Default: one, or as many as there are positions. From 1 to 4194304.
   */
  count?: number;
  /**
   * Start position of all new agents (m). In m.
   */
  position?: number[];
  /**
   * Start position of each new agent (m): x, y and z of each.
   */
  positions?: number[];
  box?: Box2;
  sphere?: Sphere2;
  /**
   * Velocity of all new agents (m/s). Default: 0. In m.
   */
  velocity?: number[];
  /**
   * Velocity of each new agent (m/s): x, y and z of each.
   */
  velocities?: number[];
  /**
   * Goal of all new agents (m), for a species with `goals`. Default: the start position. In m.
   */
  goal?: number[];
  /**
   * Goal of each new agent (m): x, y and z of each.
   */
  goals?: number[];
  /**
   * Start values of columns, by name, for all new agents: a number, or three for a vec3. Default: the start values of the species.
   */
  columns?: {
    [k: string]: number | number[];
  };
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * A box. The new agents start at random positions in it, outside the walls of the map.
 */
export interface Box2 {
  min: Vector;
  max: Vector;
}
/**
 * A ball. The new agents start at random positions in it, outside the walls of the map.
 */
export interface Sphere2 {
  center: Vector;
  /**
   * Radius of the ball, or of the disc in two dimensions. From 0 to 100000 m.
   */
  radius: number;
}
/**
 * Writes values to a column of the chosen agents.
 */
export interface WriteCommand {
  type: 'write';
  /**
   * Ids of agents.
   */
  ids?: number[];
  /**
   * Chooses agents of this species.
   */
  species?: string;
  box?: Box;
  sphere?: Sphere;
  /**
   * Name of a column that a species or a law declares.
   */
  column: string;
  /**
   * Value for all chosen agents; three numbers for a vec3.
   */
  value?: number | number[];
  /**
   * Value for each agent in ids, for a column of type f32, or vec3 with three numbers each.
   */
  values?: number[];
  /**
   * Value for each agent in ids, for a column of type u32.
   */
  words?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Assigns agents a target or a quarry, for those behaviors of their species that are `assignable`.
 */
export interface AssignCommand {
  type: 'assign';
  /**
   * Ids of agents.
   */
  ids?: number[];
  /**
   * Chooses agents of this species.
   */
  species?: string;
  box?: Box;
  sphere?: Sphere;
  /**
   * Name of the target of all chosen agents.
   */
  target?: string;
  /**
   * Id of the quarry of all chosen agents. From 0 to 4294967295.
   */
  quarry?: number;
  /**
   * Id of the quarry of each agent in ids, in the same order.
   */
  quarries?: number[];
  /**
   * Removes the assigned target and quarry.
   */
  clear?: true;
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * The particles of all species together. Takes no memory if no species has particles. Default: {}.
 */
export interface Particles {
  /**
   * The most particles that are kept. New particles replace the oldest. From 1 to 4000000. Default: 100000.
   */
  capacity?: number;
}
