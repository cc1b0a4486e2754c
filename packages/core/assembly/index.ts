/** The SIMD kernels. They are twins of phases and behaviors in src/, and work on the same shared memory. */
export { aimAtAgents, aimAtGoals, aimAtPath, aimAtPoint, aimAtWaypoints } from './aiming';
export { nextToAvoid, surround } from './avoiding';
export { bin } from './bin';
export { steerContext } from './context';
export { addAway } from './crowding';
export { move } from './integrate';
export { nearestInTree } from './nearest-in-tree';
export { nearestToPoints } from './nearest-to-points';
export { sumAway, walkNeighbors } from './neighbor-walk';
export { watchOrbits } from './orbits';
export { setOrca, setOrcaObstacles, steerOrca } from './orca';
export { mayEnd } from './outcome';
export { fly } from './particles';
export { prefixSum } from './prefix-sum';
export { addDeposits, limitCells, listDeposits, sortDeposits, spreadCells } from './scalar-fields';
export { scatter, scatterPlane } from './scatter';
export { cutTree, plantPart } from './tree';
