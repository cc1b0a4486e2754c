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
   * Address of the JSON Schema that editors use.
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
   * For viewers: the time after which they restart the run, because there is nothing new to see. From 0.0001 to 1000000 s.
   */
  duration?: number;
  /**
   * Number of dimensions. In two dimensions every z is 0. Default: 3.
   */
  dimensions?: 2 | 3;
  /**
   * The boundary of the world. Default: none.
   */
  bounds?: OpenBounds | WrapBounds | ContainBounds;
  /**
   * The laws, as data. Behaviors of the type "law:NAME" use them.
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
   * Scalar fields (grids of values) to which laws and behaviors refer by name.
   */
  fields?: Field[];
  /**
   * Lines for targets and agents to follow.
   */
  paths?: Path[];
  /**
   * Targets to which behaviors refer by name.
   */
  targets?: Target[];
  /**
   * Parts of space. Reports and transitions of species refer to them by name.
   */
  regions?: (BoxRegion | SphereRegion)[];
  /**
   * Obstacles. The behaviors "avoidance", "context" and "orca" avoid them.
   */
  obstacles?: (SphereObstacle | BoxObstacle | CapsuleObstacle | PlaneObstacle | PolygonObstacle)[];
  /**
   * Maximum number of obstacles that commands may add. If this is absent, commands cannot change obstacles. From 0 to 4096.
   */
  obstacleCapacity?: number;
  /**
   * Launchers, which fire agents of a pool.
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
 * Hard walls: agents stay inside, and an agent that hits a wall loses the part of its velocity that points into the wall.
 */
export interface ContainBounds {
  type: 'contain';
  min: Vector;
  max: Vector;
}
export interface Law {
  law: 1;
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
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
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`.
   */
  default?: number;
  /**
   * Lowest value. Lower values that laws write are raised to it.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it.
   */
  max?: number;
  /**
   * Description that is shown to people.
   */
  description?: string;
}
export interface U32Column {
  type: 'u32';
  /**
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`. From 0 to 4294967295.
   */
  default?: number;
  /**
   * Lowest value. Lower values that laws write are raised to it. From 0 to 4294967295.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it. From 0 to 4294967295.
   */
  max?: number;
  /**
   * Description that is shown to people.
   */
  description?: string;
}
export interface Vec3Column {
  type: 'vec3';
  /**
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`.
   */
  default?: number[];
  /**
   * Lowest value. Lower values that laws write are raised to it.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it.
   */
  max?: number;
  /**
   * Description that is shown to people.
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
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  /**
   * Number of agents at the start. With spawn "pool", the number of agents in the pool. From 0 to 4194304.
   */
  count: number;
  /**
   * Maximum number of agents at a time, including those born later. Default: `count`. From 1 to 4194304.
   */
  capacity?: number;
  /**
   * If the species is full, "refuse" drops a birth, "recycle" replaces the oldest agent. Default: "recycle" for a pool, else "refuse".
   */
  whenFull?: 'refuse' | 'recycle';
  spawn: BoxSpawn | SphereSpawn | ShellSpawn | PointsSpawn | PoolSpawn;
  /**
   * The goals of the agents, for behaviors such as "goal".
   */
  goals?: MirrorGoals | PointsGoals;
  /**
   * Mass: acceleration is force / mass. From 0.000001 to 1000000 kg. Default: 1.
   */
  mass?: number;
  /**
   * Radius of the body of an agent, for avoidance and hits. From 0 to 10000 m. Default: 0.
   */
  radius?: number;
  /**
   * Maximum speed. Default: no limit. From 0 to 10000 m/s.
   */
  maxSpeed?: number;
  /**
   * Lowest speed of a moving agent. From 0 to 10000 m/s. Default: 0.
   */
  minSpeed?: number;
  /**
   * Maximum length of the summed steering force. Default: no limit. From 0 to 1000000 N.
   */
  maxForce?: number;
  /**
   * Drag: acceleration of -damping × velocity. From 0 to 1000 1/s. Default: 0.
   */
  damping?: number;
  /**
   * Factor by which the summed steering force is multiplied, before `maxForce` limits the force. From 0 to 1000000. Default: 1.
   */
  forceFactor?: number;
  /**
   * How fast the body turns to face its velocity. Default: the body always faces its velocity. With a turn rate, bodies have a heading and an up vector of their own. From 0 to 10000 rad/s.
   */
  turnRate?: number;
  /**
   * How the body turns: "rate" turns at `turnRate`; "slerp" turns at `turnRate` × the remaining angle (rad), so the turn slows down. Default: "rate".
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
   * For viewers: the look of the agents. Default: "beam", "walker", "sphere" or "dart", whichever suits the species.
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
   * Events that the agents of the species report.
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
   * States of the agents. An agent is in one state at a time, and starts in the first. A behavior with the key `states` acts only in the states that it names.
   */
  states?: State[];
  /**
   * How forces are combined: "sum" adds them; "priority" takes them in order until `maxForce` is used up. Default: "sum".
   */
  compose?: 'sum' | 'priority';
  behaviors?: Behavior[];
  /**
   * Columns, by name: values that laws read and write for each agent. Other species have the same columns, with the default values.
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
  /**
   * With "random", agents that start at rest have random headings. Default: along the x axis. Without effect in a world without headings.
   */
  headings?: 'random';
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
 * The same speed for all agents, in random directions.
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
   * Radius of the ball, or of the disc in two dimensions. From 0 to 100000 m.
   */
  radius: number;
  velocity?: Velocity | Velocity2;
  /**
   * With "random", agents that start at rest have random headings. Default: along the x axis. Without effect in a world without headings.
   */
  headings?: 'random';
}
/**
 * Positions that are evenly spread on a sphere, or along a circle in two dimensions.
 */
export interface ShellSpawn {
  type: 'shell';
  center: Vector;
  /**
   * Radius of the sphere, or of the circle in two dimensions. From 0 to 100000 m.
   */
  radius: number;
  velocity?: Velocity | Velocity2;
  /**
   * With "random", agents that start at rest have random headings. Default: along the x axis. Without effect in a world without headings.
   */
  headings?: 'random';
}
/**
 * A list with the position of each agent, and optionally a list with the velocity (m/s) of each agent. The default velocity is 0.
 */
export interface PointsSpawn {
  type: 'points';
  positions: Vector[];
  velocities?: Vector[];
  /**
   * With "random", agents that start at rest have random headings. Default: along the x axis. Without effect in a world without headings.
   */
  headings?: 'random';
}
/**
 * The agents do not exist until a launcher fires them.
 */
export interface PoolSpawn {
  type: 'pool';
}
/**
 * The goal of each agent is its start position, mirrored through the point `center`.
 */
export interface MirrorGoals {
  type: 'mirror';
  center: Vector;
}
/**
 * A list with the goal of each agent.
 */
export interface PointsGoals {
  type: 'points';
  positions: Vector[];
}
/**
 * A model of your own. +Z points ahead and +Y up, as in glTF.
 */
export interface Body {
  /**
   * Address of a model, which is a binary glTF file (.glb). The address is relative to the page, and the page loads the file from its own host only.
   */
  gltf: string;
  /**
   * Factor by which the model is enlarged. With 1, a unit of the file is a meter. From 0.0001 to 10000. Default: 1.
   */
  scale?: number;
}
/**
 * The agent has arrived at its goal, at the named target, or at the end of the named path. Reported once for each goal.
 */
export interface ArrivedReport {
  type: 'arrived';
  /**
   * The target at which the agent arrives.
   */
  target?: string;
  /**
   * An open path that the agent follows. The agent arrives at the last point of the path.
   */
  path?: string;
  /**
   * The agent has arrived when its center is within this distance of the goal, of the center of the target, or of the last point of the path. From 0 to 100000 m. Default: 1.
   */
  radius?: number;
}
/**
 * No path over the map leads to the goal of the agent, or to the named target. Reported once for each goal, and again after the map has changed.
 */
export interface UnreachableReport {
  type: 'unreachable';
  /**
   * The target that cannot be reached. Default: the goal of the agent.
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
   * A state of the species. Used instead of a region.
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
 * The agent is born because of a law or a command.
 */
export interface BornReport {
  type: 'born';
}
/**
 * The agent dies because of a hit, a law, its lifetime, a command, or a birth that replaces it.
 */
export interface DiedReport {
  type: 'died';
}
/**
 * Another agent of the given species, or the given target, has come near. Reported once for each approach.
 */
export interface NearReport {
  type: 'near';
  /**
   * The species to which the other agent belongs.
   */
  species?: string;
  /**
   * The target that comes near.
   */
  target?: string;
  /**
   * Distance from center to center at which the other agent or the target counts as near. From 0 to 100000 m.
   */
  distance: number;
  /**
   * Another approach is reported only after all agents of the species, or the target, have been farther away than this. Default: 1.1 × `distance`. From 0 to 100000 m.
   */
  release?: number;
}
/**
 * A state and its transitions to other states.
 */
export interface State {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  /**
   * Transitions to other states, tried in this order after each step. The agent makes only the first one with a true condition. Default: [].
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
 * The given target, or another agent of the given species, is within the distance.
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
   * Distance from center to center at which the transition happens. From 0 to 100000 m.
   */
  distance: number;
}
/**
 * The distance to the given target, or to every other agent of the given species, is greater than `distance`.
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
   * Distance from center to center at which the transition happens. From 0 to 100000 m.
   */
  distance: number;
}
/**
 * The agent has been in the state for the given time.
 */
export interface AfterNext {
  type: 'after';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * Time that the agent must have been in the state. From 0 to 1000000 s.
   */
  time: number;
}
/**
 * The value of a column of the agent is greater than a given value.
 */
export interface AboveNext {
  type: 'above';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * A column that a species or a law declares. Its type must not be a vector.
   */
  column: string;
  /**
   * The value with which the column is compared, in the unit of the column.
   */
  value: number;
}
/**
 * The value of a column of the agent is less than a given value.
 */
export interface BelowNext {
  type: 'below';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * A column that a species or a law declares. Its type must not be a vector.
   */
  column: string;
  /**
   * The value with which the column is compared, in the unit of the column.
   */
  value: number;
}
/**
 * The transition happens at random, in each step with the probability 1 - e^(-rate dt).
 */
export interface ChanceNext {
  type: 'chance';
  /**
   * Name of the next state.
   */
  to: string;
  /**
   * How often the transition happens on average. From 0 to 1000000 1/s.
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
   * The agent has arrived when its center is within this distance of the goal, or of the center of the target. From 0 to 100000 m. Default: 1.
   */
  radius?: number;
}
/**
 * No path over the map or mesh leads to the goal of the agent, or to the named target.
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
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 7.5.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: with -1 the agent sees all around, with 0 only the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * What is compared with the mean. "velocity": the pull is weight × the direction of the difference. "heading", a unit vector: weight × the difference. Default: "velocity".
   */
  of?: 'velocity' | 'heading';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pushes away from each neighbor that the agent would touch within the horizon: weight × (horizon - t)/(t + softening), where t is the time to contact.
 */
export interface AnticipationBehavior {
  type: 'anticipation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 2.
   */
  weight?: number;
  /**
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 10.
   */
  radius?: number;
  /**
   * Contacts farther ahead in time than this are ignored. From 0 to 60 s. Default: 4.
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
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes to a target and slows down to rest on it.
 */
export interface ArriveBehavior {
  type: 'arrive';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Steers around the nearest obstacle ahead. The nearer the obstacle, the stronger the force. An agent inside an obstacle is pushed out.
 */
export interface AvoidanceBehavior {
  type: 'avoidance';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 30.
   */
  weight?: number;
  /**
   * How far ahead, along its velocity, an agent sees obstacles. From 0 to 60 s. Default: 1.
   */
  lookAhead?: number;
  /**
   * Distance kept between the body and obstacles. From 0 to 10000 m. Default: 0.
   */
  margin?: number;
  /**
   * "around" pushes sideways. "reflect" pushes in the direction in which the agent would bounce off, or sideways if this direction points back. Default: "around".
   */
  steer?: 'around' | 'reflect';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * No steering force. The agent ends when it touches the target.
 */
export interface BallisticBehavior {
  type: 'ballistic';
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pulls in the direction in which the value of a field grows fastest: weight × the direction of the gradient. A negative weight pulls the opposite way.
 */
export interface ClimbBehavior {
  type: 'climb';
  /**
   * How strongly the behavior pulls. A negative weight pulls toward lower values of the field. From -1000000 to 1000000 N. Default: 1.
   */
  weight?: number;
  /**
   * How far ahead, along its velocity, the agent senses the field. From 0 to 10000 m. Default: 0.
   */
  ahead?: number;
  /**
   * A gradient of at most this length causes no force. From 0 to 1000000000 1/m. Default: 0.
   */
  least?: number;
  /**
   * Name of the field.
   */
  field: string;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pulls toward the mean position of the neighbors.
 */
export interface CohesionBehavior {
  type: 'cohesion';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 8.
   */
  weight?: number;
  /**
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 9.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: with -1 the agent sees all around, with 0 only the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * With "direction", the pull is the same at any distance. With "offset", it is weight (N/m) × the distance to the mean position of the neighbors. Default: "direction".
   */
  of?: 'direction' | 'offset';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Unaligned collision avoidance: finds the soonest encounter in which a neighbor would come too near. The agent then goes sideways. If the courses of agent and neighbor cross, only the slower of the two yields, and passes behind the other. An agent moves away from a neighbor that it touches.
 */
export interface CollisionAvoidanceBehavior {
  type: 'collisionAvoidance';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 10.
   */
  weight?: number;
  /**
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 10.
   */
  radius?: number;
  /**
   * Encounters farther ahead in time than this are ignored. From 0 to 60 s. Default: 3.
   */
  horizon?: number;
  /**
   * Distance kept between bodies. From 0 to 10000 m. Default: 0.5.
   */
  margin?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pushes back from the walls of the bounds. Needs bounds with `min` and `max`.
 */
export interface ContainmentBehavior {
  type: 'containment';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 30.
   */
  weight?: number;
  /**
   * How far ahead the position of the agent is predicted. The behavior keeps this position inside. From 0 to 60 s. Default: 0.5.
   */
  lookAhead?: number;
  /**
   * Distance from the wall at which the push begins. From there to the wall, the push grows to the full weight. From 0.001 to 10000 m. Default: 1.
   */
  margin?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Compares 16 directions in the plane, or 42 in space. Of the least dangerous directions, the agent takes the one with the highest interest. Interest comes from the earlier behaviors in the list, from `bias` and from `separation`. The force, weight × (speed × direction - velocity), replaces the forces of the earlier behaviors.
 */
export interface ContextBehavior {
  type: 'context';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 10.
   */
  weight?: number;
  /**
   * Desired speed, the same in all directions. From 0 to 10000 m/s. Default: 1.5.
   */
  speed?: number;
  /**
   * Additional interest in the direction that was chosen in the last tick. From 0 to 1000000. Default: 0.3.
   */
  bias?: number;
  /**
   * Interest in directions that lead away from the neighbors. From 0 to 1000000. Default: 8.
   */
  separation?: number;
  /**
   * Only neighbors within this distance are dangerous. From 0.001 to 10000 m. Default: 0.5.
   */
  radius?: number;
  /**
   * Radius of the free space that the body needs between obstacles and walls. From 0 to 10000 m. Default: 0.25.
   */
  castRadius?: number;
  /**
   * Obstacles and walls are dangerous up to this distance ahead. From 0.001 to 10000 m. Default: 1.
   */
  castRange?: number;
  /**
   * A direction is allowed if its danger exceeds the lowest danger by at most this much. From 0 to 1. Default: 0.1.
   */
  tolerance?: number;
  /**
   * The agent rests within this distance of the place to which the first behavior with an aim leads. With 0, it does not stop. From 0 to 10000 m. Default: 0.1.
   */
  arrivalRadius?: number;
  /**
   * How the interests that several behaviors have in one direction are combined: "sum" adds them, "max" takes the largest. Default: "sum".
   */
  merge?: 'sum' | 'max';
  /**
   * "graded" excludes the more dangerous directions, by `tolerance`. "hard" excludes all that meet an obstacle or a wall, and moves along one. Default: "graded".
   */
  blocking?: 'graded' | 'hard';
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Accelerates or brakes along the course until the agent has the given speed: weight × (speed - |velocity|).
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
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Adds rate × dt to the field cell that contains the agent. Adds no force.
 */
export interface DepositBehavior {
  type: 'deposit';
  /**
   * How fast the agent raises the value of the cell that contains the agent. A negative rate lowers the value. From -1000000 to 1000000 1/s. Default: 1.
   */
  rate?: number;
  /**
   * Name of the field.
   */
  field: string;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Dodges all agents on the radar. If `commanded` is 1, or if the aim is farther away than twice the radar range, the agent also goes to its aim. Otherwise, it heads for its aim only in seconds chosen at random: in each with the probability `chance`. The force is weight × (desired velocity - velocity).
 */
export interface DodgeBehavior {
  type: 'dodge';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 5.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * With 1, the agent always goes to its aim. With 0, it goes there at random times (`chance`), and whenever the aim is far away. From 0 to 1. Default: 0.
   */
  commanded?: number;
  /**
   * Radar range if `commanded` is 1. From 0.001 to 10000 m. Default: 20.
   */
  commandedRange?: number;
  /**
   * Radar range if `commanded` is 0. From 0.001 to 10000 m. Default: 40.
   */
  freeRange?: number;
  /**
   * Other agents are dodged at their nearest approach within this time. With 0, they are dodged where they are now. From 0 to 60 s. Default: 0.
   */
  horizon?: number;
  /**
   * "near": other agents push more if they are near or, with `horizon`, will soon be near; "equal": all other agents push equally. Default: "near".
   */
  push?: 'near' | 'equal';
  /**
   * Speed at which the agent dodges, as a fraction of `maxSpeed`. From 0 to 100. Default: 1.
   */
  avoid?: number;
  /**
   * Speed at which the agent goes to its aim, as a fraction of `maxSpeed`. From 0 to 100. Default: 0.5.
   */
  pull?: number;
  /**
   * The pull to an aim beyond `brakingDistance`: "even" is constant; "growing" is proportional to the distance, and outweighs dodging at long range. Default: "even".
   */
  beyond?: 'even' | 'growing';
  /**
   * Probability, in each second, that the agent heads for its aim. Only if `commanded` is 0 and the aim is not far away. From 0 to 1. Default: 0.1.
   */
  chance?: number;
  /**
   * Within this distance of the aim, the pull falls in proportion to the distance. From 0.001 to 100000 m. Default: 50.
   */
  brakingDistance?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Flees from the predicted position of the aim, at maximum speed.
 */
export interface EvadeBehavior {
  type: 'evade';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * The behavior predicts at most this far ahead. From 0 to 60 s. Default: 4.
   */
  prediction?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Flees directly away from the aim, at maximum speed.
 */
export interface FleeBehavior {
  type: 'flee';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes to a target by the cheapest path on the map, at maximum speed: weight × (desired velocity - velocity). All agents with the same target share one field of directions. The field is computed again when the map or the cell of the target changes. An agent that cannot reach the target stops.
 */
export interface FlowFieldBehavior {
  type: 'flowField';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first target.
   */
  target?: string;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes from point to point of a path. On a closed path, the agent goes round and round.
 */
export interface FollowPathBehavior {
  type: 'followPath';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a path. Default: the first path.
   */
  path?: string;
  /**
   * Speed along the path, at most `maxSpeed`. From 0 to 10000 m/s. Default: 10000.
   */
  speed?: number;
  /**
   * A point counts as passed when the agent is within this distance of it. From 0.001 to 10000 m. Default: 1.
   */
  switchDistance?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * What happens at the last point of an open path: "arrive" makes the agent stay there, and "stop" ends the behavior. Default: "arrive".
   */
  end?: 'arrive' | 'stop';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Offset pursuit: keeps a place that moves and turns with the leader as if on a rigid frame. In a bend, the end of a long column swings far out. For a long column, use followPath. Or use leaderFollow, and make each agent follow the one ahead, with the command "assign".
 */
export interface FormationBehavior {
  type: 'formation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 2.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Agents fill places by id. "wedge" and "line" alternate right and left. "block" has rows; "point" is one place for all. Default: "wedge".
   */
  shape?: 'wedge' | 'line' | 'column' | 'block' | 'point';
  /**
   * Distance between neighboring places. From 0.001 to 10000 m. Default: 3.
   */
  spacing?: number;
  /**
   * For "block": number of agents in a row. From 1 to 10000. Default: 5.
   */
  abreast?: number;
  /**
   * How far every place is shifted along the course of the leader; negative values shift backward. From -100000 to 100000 m. Default: 0.
   */
  ahead?: number;
  /**
   * How far every place is shifted to the right of the leader; negative values shift to the left. From -100000 to 100000 m. Default: 0.
   */
  right?: number;
  /**
   * Shifts all places upward. From -100000 to 100000 m. Default: 0.
   */
  above?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes to the agent's own goal at maximum speed and slows down to rest on it: weight × (desired velocity - velocity). With a weight of mass/dt the agent reaches the desired velocity within one tick. The species must have goals.
 */
export interface GoalBehavior {
  type: 'goal';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Gravity: mass × acceleration toward -y.
 */
export interface GravityBehavior {
  type: 'gravity';
  /**
   * Acceleration toward -y. From 0 to 10000 m/s^2. Default: 9.80665.
   */
  acceleration?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Curvature-limited pursuit: a centripetal acceleration of at most speed^2/curvatureRadius toward the target, and a thrust of speed × damping along the velocity. A hit ends the agent.
 */
export interface HomingBehavior {
  type: 'homing';
  /**
   * Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Radius of the tightest circle that the agent can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * If the lateral miss is larger than this, the agent turns as hard as it can. If the miss is smaller, the agent turns in proportion to the miss. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * "rotate" turns the velocity and keeps the speed. "add" adds the centripetal acceleration: if dt is large, the agent gets faster. Default: "rotate".
   */
  turn?: 'rotate' | 'add';
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Touches the target at a given time, at whatever speed this needs. `maxForce` and `maxSpeed` may make the agent late.
 */
export interface InterceptBehavior {
  type: 'intercept';
  /**
   * Time from birth to arrival. If `period` is not 0, this is the shortest time allowed. From 0.001 to 100000 s. Default: 2.
   */
  time?: number;
  /**
   * If this is not 0, arrivals are delayed to a multiple of this period, so agents launched at different times can arrive in the same tick. From 0 to 100000 s. Default: 0.
   */
  period?: number;
  /**
   * Acceleration: `gain` × (predicted miss) / (time left)^2. A gain of 2 keeps the acceleration constant; 3 takes the least effort. From 1 to 20. Default: 3.
   */
  gain?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Arrives at a point between the predicted positions of two aims.
 */
export interface InterposeBehavior {
  type: 'interpose';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Position between the two aims: 0 is at the first aim, 1 at the second. From 0 to 1. Default: 0.5.
   */
  share?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  second: Second;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * The second aim. It is chosen in the same way as the first.
 */
export interface Second {
  /**
   * Name of a target. Default: the first target.
   */
  target?: string;
  /**
   * Name of a species to use instead of a target.
   */
  quarry?: string;
}
/**
 * Curvature-limited pursuit of the point where the agent and its target would meet if both flew straight.
 */
export interface LeadBehavior {
  type: 'lead';
  /**
   * Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Radius of the tightest circle that the agent can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * If the lateral miss is larger than this, the agent turns as hard as it can. If the miss is smaller, the agent turns in proportion to the miss. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * How the time of the meeting is found: "quadratic" solves for it exactly; "simple" takes distance / (own speed + speed of the target). Default: "quadratic".
   */
  solve?: 'quadratic' | 'simple';
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Arrives behind a leader. An agent ahead of the leader clears the way.
 */
export interface LeaderFollowBehavior {
  type: 'leaderFollow';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 2.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 5.
   */
  brakingDistance?: number;
  /**
   * Distance that the agent keeps behind the leader. From 0 to 10000 m. Default: 3.
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
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes by the cheapest path on the map (A*, straightened by line of sight), or by the shortest path on the mesh, at maximum speed: weight × (desired velocity - velocity). Without a target or a quarry, agents of a species with goals go to their own goals. If a goal is unreachable, the agent goes to the nearest reachable cell or point. A new path is computed when the map changes, when the cell or polygon of the goal changes, or when the agent was pushed off its path.
 */
export interface NavigateBehavior {
  type: 'navigate';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Within this distance of the aim, the speed falls in proportion to the distance. From 0.001 to 100000 m. Default: 1.
   */
  brakingDistance?: number;
  /**
   * If its goal moves to another cell or polygon, the agent searches for a new path, but at most once in this time. From 0 to 3600 s. Default: 0.5.
   */
  interval?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Proportional navigation: the agent turns in proportion to the turn rate of the line of sight. While the distance does not shrink, or while the target is behind, the agent pursues the target as "homing" does.
 */
export interface NavigationBehavior {
  type: 'navigation';
  /**
   * Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Radius of the tightest circle that the agent can fly. From 0.001 to 100000 m. Default: 25.
   */
  curvatureRadius?: number;
  /**
   * If the lateral miss is larger than this, the agent turns as hard as it can. If the miss is smaller, the agent turns in proportion to the miss. From 0.000001 to 100000 m. Default: 1.
   */
  saturation?: number;
  /**
   * Navigation constant N, usually 3 to 5. From 0 to 20. Default: 4.
   */
  gain?: number;
  /**
   * The agent adds gain/2 × this value × A to its acceleration. A is the target's acceleration perpendicular to the agent's flight. From 0 to 1. Default: 0.
   */
  augmentation?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Optimal reciprocal collision avoidance. The behaviors before this one in the list ask for a velocity. Their force is replaced by the force that gives the nearest collision-free velocity. `maxForce` limits only the behaviors before this one, and `minSpeed` has no effect. Forces of behaviors after it are added, so the result may no longer be collision-free. The agent leaves half of the avoiding to neighbors that have "orca" and see its species. With all other neighbors, the agent does all of the avoiding.
 */
export interface OrcaBehavior {
  type: 'orca';
  /**
   * Only neighbors within this distance are avoided. From 0.001 to 10000 m. Default: 15.
   */
  radius?: number;
  /**
   * Maximum number of neighbors that are avoided. If there are more, only the nearest are avoided. From 1 to 64. Default: 10.
   */
  maxNeighbors?: number;
  /**
   * Distance kept between bodies where there is enough room. With headway or keepRight, slow agents keep less. From 0 to 10000 m. Default: 0.
   */
  margin?: number;
  /**
   * The chosen velocity leads to no contact with neighbors within this time. From 0.001 to 1000 s. Default: 5.
   */
  timeHorizon?: number;
  /**
   * The chosen velocity leads to no contact with obstacles within this time. From 0.001 to 1000 s. Default: 5.
   */
  timeHorizonObstacles?: number;
  /**
   * The agent walks no faster than takes it to the next body in its lane within this time, and no slower than a tenth of its preferred speed for that reason. From 0 to 60 s. Default: 0.
   */
  headway?: number;
  /**
   * How far the agent turns to the right of its preferred velocity while neighbors ahead come toward it: the tangent of the angle. In the plane only. From 0 to 10. Default: 0.
   */
  keepRight?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes at maximum speed to the point where the agent can meet its aim.
 */
export interface PursueBehavior {
  type: 'pursue';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * The behavior predicts at most this far ahead. From 0 to 60 s. Default: 4.
   */
  prediction?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Brakes when slower agents are ahead.
 */
export interface QueueBehavior {
  type: 'queue';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 4.
   */
  weight?: number;
  /**
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 5.
   */
  radius?: number;
  /**
   * Distance kept between bodies. From 0 to 10000 m. Default: 0.5.
   */
  margin?: number;
  /**
   * Cosine of half the angle in which a neighbor counts as ahead. From -1 to 1. Default: 0.8.
   */
  cosine?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Touches the target at a given time and with a given velocity, with the least effort. After that the agent flies straight on.
 */
export interface RendezvousBehavior {
  type: 'rendezvous';
  /**
   * Time from birth to arrival. If `period` is not 0, this is the shortest time allowed. From 0.001 to 100000 s. Default: 2.
   */
  time?: number;
  /**
   * If this is not 0, arrivals are delayed to a multiple of this period, so agents launched at different times can arrive in the same tick. From 0 to 100000 s. Default: 0.
   */
  period?: number;
  /**
   * Velocity of the agent at arrival. Default: 0, at rest. In m/s.
   */
  velocity?: number[];
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Goes at maximum speed to a target. The force is weight × (desired velocity - velocity).
 */
export interface SeekBehavior {
  type: 'seek';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pushes away from the neighbors. Agents on the same spot are pushed apart in random directions, with the full weight.
 */
export interface SeparationBehavior {
  type: 'separation';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 N. Default: 12.
   */
  weight?: number;
  /**
   * Neighbors farther away than this are ignored. From 0.001 to 10000 m. Default: 5.
   */
  radius?: number;
  /**
   * Cosine of half the field of view: with -1 the agent sees all around, with 0 only the half space ahead. From -1 to 1. Default: -1.
   */
  cosine?: number;
  /**
   * Names of the species whose agents this behavior sees. Default: all species.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species?: string[];
  /**
   * With "count", each neighbor pushes with `weight`. Else the total push is `weight`, along the sum of (unit vector / distance). Default: "direction".
   */
  sum?: 'direction' | 'count';
  /**
   * With `sum: "count"`: the push of each neighbor within this distance is multiplied by `factor`. Requires `factor`. From 0 to 10000 m.
   */
  near?: number;
  /**
   * With `sum: "count"`: factor by which the push of each neighbor within `near` is multiplied. Requires `near`. From 0.001 to 1000000.
   */
  factor?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Keeps the agent in a corridor along a path.
 */
export interface StayOnPathBehavior {
  type: 'stayOnPath';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a path. Default: the first path.
   */
  path?: string;
  /**
   * Within this distance of the path, no force acts. From 0 to 10000 m. Default: 1.
   */
  halfWidth?: number;
  /**
   * How far ahead the position of the agent is predicted. The behavior keeps this position in the corridor. From 0 to 60 s. Default: 1.
   */
  prediction?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Circles the aim: the agent goes at maximum speed in a direction 82.6 degrees from the line to the aim. With "context", the behavior has interest in all directions of the chosen side: most in the direction at 82.6 degrees, and none in the direction to the aim.
 */
export interface StrafeBehavior {
  type: 'strafe';
  /**
   * How strongly the behavior pulls. From 0 to 1000000 kg/s. Default: 1.
   */
  weight?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Side to which the agent circles, seen when it faces its aim. "own": a random side per agent. "none": the side to which it already moves. Default: "own".
   */
  hand?: 'left' | 'right' | 'own' | 'none';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
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
   * Within this distance of the aim, no force acts. From 0 to 100000 m. Default: 20.
   */
  length?: number;
  /**
   * Width of the zone beyond `length` in which the pull grows from 0 to the full weight. From 0.001 to 100000 m. Default: 5.
   */
  margin?: number;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * The behavior acts only at this distance or farther from the aim. From 0 to 100000 m. Default: 0.
   */
  from?: number;
  /**
   * The behavior acts only up to this distance from the aim. From 0 to 100000 m. Default: 100000.
   */
  to?: number;
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Turns the velocity toward the target at a limited rate, and keeps the speed.
 */
export interface TurnBehavior {
  type: 'turn';
  /**
   * Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed. From 0.001 to 10000 m/s. Default: 30.
   */
  speed?: number;
  /**
   * Maximum turn rate. From 0 to 10000 rad/s. Default: 1.2.
   */
  rate?: number;
  /**
   * With "vector", the velocity turns toward the target by the shortest way. With "quaternion", the up vector of the body turns too. Default: "vector".
   */
  by?: 'vector' | 'quaternion';
  /**
   * For "quaternion": whether the body also rolls back to level while it turns. The roll uses up part of the turn rate. Default: false.
   */
  level?: boolean;
  /**
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Pulls in a random direction that changes smoothly and is different for each agent.
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
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * Turns the velocity toward the target by yaw and pitch, each at its own rate. If the pitch rate is low, a target can dodge the agent by jumping.
 */
export interface YawPitchBehavior {
  type: 'yawPitch';
  /**
   * Speed at which thrust and drag balance. Agents of a species without damping have neither thrust nor drag, and keep their initial speed. From 0.001 to 10000 m/s. Default: 30.
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
   * Name of a target. Default: the first target, unless a quarry is given.
   */
  target?: string;
  /**
   * Name of a species to pursue, instead of a target.
   */
  quarry?: string;
  /**
   * "nearest" aims at the nearest agent of `quarry` in sight. "assigned" chooses by the id of the agent itself, and skips the dead. Default: "nearest".
   */
  choose?: 'nearest' | 'assigned';
  /**
   * How far an agent sees when it chooses the nearest quarry. From 0.001 to 100000 m. Default: 100000.
   */
  sight?: number;
  /**
   * Whether the command "assign" may give individual agents another target or quarry.
   */
  assignable?: boolean;
  /**
   * Which agents end at a hit: the one that hits ("self"), the one it hits ("quarry"), or "both". Targets never end. Default: "both".
   */
  ends?: 'self' | 'quarry' | 'both';
  /**
   * Names of the states in which the behavior acts. Default: all states.
   *
   * Items: A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  states?: string[];
}
/**
 * A behavior whose law is in `laws` of the scenario. Its other keys are the parameters of that law.
 */
export interface LawBehavior {
  type: `law:${string}`;
  [k: string]: unknown;
}
export interface F32Column2 {
  type: 'f32';
  /**
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`.
   */
  default?: number;
  /**
   * Lowest value. Lower values that laws write are raised to it.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it.
   */
  max?: number;
  /**
   * Description that is shown to people.
   */
  description?: string;
  initial?: number[] | Initial;
}
/**
 * A range from which the value of each agent is chosen uniformly at random.
 */
export interface Initial {
  min: number;
  max: number;
}
export interface U32Column2 {
  type: 'u32';
  /**
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`. From 0 to 4294967295.
   */
  default?: number;
  /**
   * Lowest value. Lower values that laws write are raised to it. From 0 to 4294967295.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it. From 0 to 4294967295.
   */
  max?: number;
  /**
   * Description that is shown to people.
   */
  description?: string;
  initial?: number[] | Initial2;
}
/**
 * A range from which the value of each agent is chosen uniformly at random.
 */
export interface Initial2 {
  min: number;
  max: number;
}
export interface Vec3Column2 {
  type: 'vec3';
  /**
   * Unit that is shown to people. Default: "1", for a plain number.
   */
  unit?: string;
  /**
   * Start value of agents. Default: 0. If `min` is above 0, the default is `min`. If `max` is below 0, the default is `max`.
   */
  default?: number[];
  /**
   * Lowest value. Lower values that laws write are raised to it.
   */
  min?: number;
  /**
   * Highest value. Higher values that laws write are lowered to it.
   */
  max?: number;
  /**
   * Description that is shown to people.
   */
  description?: string;
  initial?: number[][] | Initial3;
}
/**
 * A range from which the value of each agent is chosen uniformly at random.
 */
export interface Initial3 {
  min: number[];
  max: number[];
}
/**
 * Particles at rest that each agent leaves along its path, at most 255 in a step.
 */
export interface Trail {
  /**
   * Number of particles per meter of the path. From 0 to 1000 1/m. Default: 20.
   */
  density?: number;
  /**
   * Radius at birth. From 0.001 to 1000 m. Default: 0.25.
   */
  radius?: number;
  /**
   * Rate at which the radius shrinks. From 0.05 to 1000 1/s. Default: 1.
   */
  attenuation?: number;
  /**
   * A random acceleration is chosen 60 times a second, from a cube with this edge. From 0 to 10000 m/s^2. Default: 10.
   */
  randomWalk?: number;
  /**
   * Drag: acceleration of -damping × velocity. From 0 to 1000 1/s. Default: 0.2.
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
   * Number of sparks that one hit emits. From 1 to 768. Default: 400.
   */
  count?: number;
  /**
   * How closely sparks follow the reflected velocity. At each angle to it, their density is proportional to cos(angle)^sharpness. From 0 to 15. Default: 2.
   */
  sharpness?: number;
  /**
   * Lowest initial speed of a spark, as a fraction of the speed of the hit. From 0 to 1. Default: 0.2.
   */
  slowest?: number;
  /**
   * Radius at birth. From 0.001 to 1000 m. Default: 0.5.
   */
  radius?: number;
  /**
   * Rate at which the radius shrinks. From 0.05 to 1000 1/s. Default: 2.
   */
  attenuation?: number;
  /**
   * A random acceleration is chosen 60 times a second, from a cube with this edge. From 0 to 10000 m/s^2. Default: 4.
   */
  randomWalk?: number;
  /**
   * Drag: acceleration of -damping × velocity. From 0 to 1000 1/s. Default: 0.4.
   */
  damping?: number;
  /**
   * Acceleration toward -y. From 0 to 10000 m/s^2. Default: 20.
   */
  gravity?: number;
}
/**
 * A map of square cells in the plane. Agents are stopped by walls, by the edge of the map, and by bounds of type "contain". A map cannot be used with bounds of type "wrap".
 */
export interface Map {
  /**
   * Rows of characters. The first row has the largest y, as on a screen.
   */
  rows: string[];
  /**
   * What each character stands for: an open cell, given by its cost, or a wall. Default: {".":1,"#":"wall"}.
   */
  legend?: {
    [k: string]: number | 'wall';
  };
  /**
   * Edge of a cell. From 0.001 to 10000 m. Default: 1.
   */
  cellSize?: number;
  /**
   * Position of the corner of the map that has the lowest x and y. In m.
   */
  origin?: number[];
  /**
   * Number of cells to which a path can step from a cell: 4 along rows and columns, or 8 with the diagonals. Default: 8.
   */
  neighbors?: 4 | 8;
  slope?: Slope;
}
/**
 * Additional cost of paths over slopes of `heights`, and the steepest slope that a path may have.
 */
export interface Slope {
  /**
   * Additional cost of the uphill parts of a path, per unit of slope (rise over run). From 0 to 1000. Default: 0.
   */
  up?: number;
  /**
   * Additional cost of the downhill parts of a path, per unit of slope (drop over run). From 0 to 1000. Default: 0.
   */
  down?: number;
  /**
   * Steepest slope (rise over run) that a path may have at any of its points, up or down. Default: no limit. From 0 to 1000000.
   */
  steepest?: number;
}
/**
 * The height of the ground (m) at the points of a grid, interpolated bilinearly between them and constant beyond the edge. Heights do not affect how agents move in the plane.
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
   * Position of the point with the lowest x and y. In m.
   */
  origin?: number[];
  /**
   * Heights of the points, row by row from the lowest y and x. For more than 4096, use a typed array or base64 of little-endian f32.
   */
  values: number[] | string;
}
/**
 * A navigation mesh: convex polygons in the plane. Agents must stay on them. A mesh replaces a map, and excludes bounds of type "wrap".
 */
export interface Mesh {
  /**
   * Positions of the corners of polygons. Vertices at the same position count as one vertex.
   */
  vertices: Vector[];
  /**
   * Convex polygons. Each is a list of the indices of its vertices, in order. Paths cross from one polygon to another at a shared edge.
   */
  polygons: number[][];
  /**
   * If a goal is off the mesh by at most this distance, agents go to the nearest point of the mesh. A goal farther away is unreachable. From 0 to 10000 m. Default: 1.
   */
  reach?: number;
}
/**
 * A scalar field: a grid of values that covers the bounds. Agents can read the values, climb toward higher ones, and deposit into cells. The values decay and spread.
 */
export interface Field {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  /**
   * Unit of the values, which is shown to people.
   */
  unit?: string;
  /**
   * Number of cells along x and along y, and in three dimensions also along z. The field can have at most 4194304 cells in all.
   *
   * Items: Number of cells along one edge of the bounds. From 1 to 4096.
   */
  cells: number[];
  /**
   * Decay rate. Values fall by the factor e in the time 1 / decay. From 0 to 10000 1/s. Default: 0.
   */
  decay?: number;
  /**
   * How fast values spread to adjacent cells, except across walls. In one tick, a cell can give away at most its whole value. From 0 to 10000000000 m^2/s. Default: 0.
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
   * Start values: one for all cells, one for each cell, or a range from which each cell gets a random value.
   */
  initial?: number | Initial4 | (number[] | string);
}
export interface Initial4 {
  min: number;
  max: number;
}
/**
 * A line through given points. Targets and agents can follow it.
 */
export interface Path {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  points: Vector[];
  /**
   * Whether the last point is connected to the first point. Default: false.
   */
  closed?: boolean;
}
export interface Target {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  position: Vector;
  /**
   * Radius of the target. An agent hits the target when their bodies touch. From 0 to 10000 m. Default: 1.
   */
  radius?: number;
  /**
   * Stiffness of the spring that pulls the target back to its home, which starts at `position`. From 0 to 10000 1/s^2. Default: 0.
   */
  stiffness?: number;
  /**
   * Drag: acceleration of -damping × velocity of the target relative to its home. From 0 to 1000 1/s. Default: 0.
   */
  damping?: number;
  /**
   * Fraction of the impact velocity that a hit transfers to the target. From 0 to 1000. Default: 0.
   */
  impact?: number;
  /**
   * How the home of the target moves. This motion carries the target along. By default, the home is at rest.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * Motion on a circle about an axis through a center. It begins at the start position of the target or obstacle.
 */
export interface OrbitMotion {
  type: 'orbit';
  center: Vector;
  axis?: Vector;
  /**
   * Angular speed. A negative value reverses the direction. From -1000 to 1000 rad/s.
   */
  rate: number;
}
/**
 * Motion along a path from its first point: around a closed path, or back and forth on an open path.
 */
export interface PathMotion {
  type: 'path';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  path: string;
  /**
   * Speed along the path. From 0 to 10000 m/s.
   */
  speed: number;
}
/**
 * A box with edges along the axes. Its faces belong to the region.
 */
export interface BoxRegion {
  type: 'box';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  min: Vector;
  max: Vector;
}
/**
 * A ball, or a disc in two dimensions. Its surface belongs to the region.
 */
export interface SphereRegion {
  type: 'sphere';
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  center: Vector;
  /**
   * Radius of the ball, or of the disc in two dimensions. From 0 to 100000 m.
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
   * Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.
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
   * Rotation of the obstacle about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A capsule: all points within a given distance of a line segment.
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
   * Rotation of the obstacle about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A plane through a point. The normal may have any length except 0.
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
   * Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.
   */
  motion?: OrbitMotion | PathMotion;
}
/**
 * A convex polygon. Only in two dimensions.
 */
export interface PolygonObstacle {
  type: 'polygon';
  /**
   * Name by which commands can refer to the obstacle.
   */
  name?: string;
  /**
   * Corners in the order of the boundary, in either direction.
   */
  points: Vector[];
  /**
   * Rotation of the obstacle about its center: an angle about z, or a quaternion [x, y, z, w] of any length. In rad.
   */
  rotation?: number | number[];
  /**
   * Angular velocity about x, y and z; in two dimensions only about z. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * Agents must stay on this side of the surface. The outside of a plane is the side to which its normal points. Default: "outside".
   */
  keep?: 'outside' | 'inside';
  /**
   * Constant velocity. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * Motion of the center of the obstacle, on an orbit or along a path. Without this key, `velocity` applies.
   */
  motion?: OrbitMotion | PathMotion;
}
export interface Launcher {
  /**
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  /**
   * Species of the agents that are fired. Its spawn must be a pool.
   */
  species: string;
  /**
   * The target at which the launcher points.
   */
  target: string;
  position: Vector;
  /**
   * Muzzle speed. From 0 to 10000 m/s.
   */
  speed: number;
  /**
   * "target" points at the target; "lead" points where a straight flight meets it; "ballistic" also allows for gravity and damping. Default: "target".
   */
  aim?: 'target' | 'lead' | 'ballistic';
}
/**
 * Launches agents of a pool. Their start directions are rotated about the direction of the launcher by a random angle.
 */
export interface FireCommand {
  type: 'fire';
  /**
   * Name of the launcher. Default: the first launcher.
   */
  launcher?: string;
  /**
   * How many agents to launch. Several agents form an evenly spaced ring. From 1 to 65536. Default: 1.
   */
  count?: number;
  /**
   * Angle from the launcher's direction to the start velocity. Default: 60 degrees, 90 for a ring, but 0 if the launcher aims ahead. From 0 to 3.1415927 rad.
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
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
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
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  species: string;
  /**
   * Index or type of a behavior of the species. Without this key, the parameter belongs to the species itself.
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
 * Removes living agents. They die.
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
 * A box. Chooses the agents inside.
 */
export interface Box {
  min: Vector;
  max: Vector;
}
/**
 * A ball. Chooses the agents inside.
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
   * New position of all chosen agents. In m.
   */
  position?: number[];
  /**
   * New position of each agent in `ids` (m): x, y and z for each agent.
   */
  positions?: number[];
  /**
   * New velocity of all chosen agents (m/s). Default: unchanged. In m.
   */
  velocity?: number[];
  /**
   * New velocity of each agent in `ids` (m/s): x, y and z for each agent.
   */
  velocities?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Gives agents a new goal, for the behaviors "goal" and "navigate". The species of the agents must have `goals`.
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
   * Goal of all chosen agents. In m.
   */
  position?: number[];
  /**
   * Goals of the agents in `ids`, in m: x, y and z for each agent.
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
   * A letter, then letters, digits, "-" or "_"; at most 64 characters.
   */
  name: string;
  /**
   * The obstacle to add.
   */
  obstacle?: SphereObstacle | BoxObstacle | CapsuleObstacle | PlaneObstacle | PolygonObstacle;
  /**
   * New position of the center of the obstacle. For a plane: new position of a point on it. In m.
   */
  position?: number[];
  /**
   * Velocity of the obstacle after the move. Default: 0. In m/s.
   */
  velocity?: number[];
  /**
   * New rotation of the obstacle. Default: unchanged. In rad.
   */
  rotation?: number | number[];
  /**
   * New angular velocity of the obstacle. Default: 0. In rad/s.
   */
  angularVelocity?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Creates agents of a species, up to its `capacity`. If the species is full, its `whenFull` decides what happens.
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
   * Start position of all new agents. In m.
   */
  position?: number[];
  /**
   * Start position of each new agent (m): x, y and z for each agent.
   */
  positions?: number[];
  box?: Box2;
  sphere?: Sphere2;
  /**
   * Velocity of all new agents (m/s). Default: 0. In m.
   */
  velocity?: number[];
  /**
   * Velocity of each new agent (m/s): x, y and z for each agent.
   */
  velocities?: number[];
  /**
   * Goal of all new agents (m), for a species with `goals`. Default: the start position. In m.
   */
  goal?: number[];
  /**
   * Goal of each new agent (m): x, y and z for each agent.
   */
  goals?: number[];
  /**
   * Start values of columns for all new agents, by column name: a number, or three numbers for a vec3. Default: the start values of the species.
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
 * A box. The new agents start at random positions in this region, but not in walls of the map.
 */
export interface Box2 {
  min: Vector;
  max: Vector;
}
/**
 * A ball. The new agents start at random positions in this region, but not in walls of the map.
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
   * Value for all chosen agents: a number, or three numbers for a vec3.
   */
  value?: number | number[];
  /**
   * Value for each agent in `ids`, for a column of type f32 or vec3. A vec3 takes three numbers for each agent.
   */
  values?: number[];
  /**
   * Value for each agent in `ids`, for a column of type u32.
   */
  words?: number[];
  /**
   * The step that starts at this tick executes the command. From 0 to 1073741823.
   */
  tick: number;
}
/**
 * Assigns a target or a quarry to the chosen agents. Only behaviors with `"assignable": true` follow the assignment.
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
   * For each agent in `ids`, in the same order: the id of its quarry.
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
 * Settings for the particles of all species together. Particles take no memory if no species emits them. Default: {}.
 */
export interface Particles {
  /**
   * Maximum number of particles that are kept. New particles replace the oldest. From 1 to 4000000. Default: 100000.
   */
  capacity?: number;
}
