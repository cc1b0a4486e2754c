// Written by `npm run generate`: one line for each file beside it that defines a behavior.
import { alignment } from './alignment.ts';
import { anticipation } from './anticipation.ts';
import { arrive } from './arrive.ts';
import { avoidance } from './avoidance.ts';
import { ballistic } from './ballistic.ts';
import { climb } from './climb.ts';
import { cohesion } from './cohesion.ts';
import { collisionAvoidance } from './collision-avoidance.ts';
import { containment } from './containment.ts';
import { context } from './context.ts';
import { cruise } from './cruise.ts';
import { deposit } from './deposit.ts';
import { dodge } from './dodge.ts';
import { evade } from './evade.ts';
import { flee } from './flee.ts';
import { flowField } from './flow-field.ts';
import { followPath } from './follow-path.ts';
import { formation } from './formation.ts';
import { goal } from './goal.ts';
import { gravity } from './gravity.ts';
import { homing } from './homing.ts';
import { intercept } from './intercept.ts';
import { interpose } from './interpose.ts';
import { lead } from './lead.ts';
import { leaderFollow } from './leader-follow.ts';
import { navigate } from './navigate.ts';
import { navigation } from './navigation.ts';
import { orca } from './orca.ts';
import { pursue } from './pursue.ts';
import { queue } from './queue.ts';
import { rendezvous } from './rendezvous.ts';
import { seek } from './seek.ts';
import { separation } from './separation.ts';
import { stayOnPath } from './stay-on-path.ts';
import { strafe } from './strafe.ts';
import { tether } from './tether.ts';
import { turn } from './turn.ts';
import { wander } from './wander.ts';
import { yawPitch } from './yaw-pitch.ts';

/** The definitions of the built-in behaviors, by type. */
export const BEHAVIORS = {
  alignment,
  anticipation,
  arrive,
  avoidance,
  ballistic,
  climb,
  cohesion,
  collisionAvoidance,
  containment,
  context,
  cruise,
  deposit,
  dodge,
  evade,
  flee,
  flowField,
  followPath,
  formation,
  goal,
  gravity,
  homing,
  intercept,
  interpose,
  lead,
  leaderFollow,
  navigate,
  navigation,
  orca,
  pursue,
  queue,
  rendezvous,
  seek,
  separation,
  stayOnPath,
  strafe,
  tether,
  turn,
  wander,
  yawPitch,
} as const;
