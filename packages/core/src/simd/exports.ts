import type { Memory } from '../world/memory.ts';

/** The functions that assembly/index.ts exports. Addresses and lengths are in bytes. */
export interface Exports {
  /** The function table through which passes of laws are called. */
  readonly table: WebAssembly.Table;
  walkNeighbors(
    table: number,
    room: number,
    cluster: number,
    calls: number,
    callsEnd: number,
    begin: number,
    end: number,
    radius: number,
    role: number,
    layer: number,
  ): void;
  setOrca(
    mass: number,
    damping: number,
    body: number,
    maxSpeed: number,
    maxForce: number,
    factor: number,
    margin: number,
    horizon: number,
    obstacleHorizon: number,
    touch: number,
    reciprocal: number,
    radius: number,
    mask: number,
    neighbors: number,
    seed: number,
    stream: number,
    dt: number,
    headway: number,
    keepRight: number,
    yields: number,
    second: number,
  ): void;
  surround(table: number, begin: number, end: number, role: number, to: number): void;
  setOrcaObstacles(records: number, count: number, farX: number, farY: number): void;
  steerOrca(
    table: number,
    room: number,
    begin: number,
    end: number,
    role: number,
    radiusAt: number,
  ): number;
  cutTree(
    table: number,
    room: number,
    first: number,
    count: number,
    parts: number,
    firstPart: number,
    firstTop: number,
    firstBlock: number,
    firstNode: number,
    begin: number,
    end: number,
  ): void;
  plantPart(part: number): void;
  nearestInTree(
    table: number,
    room: number,
    results: number,
    parts: number,
    firstPart: number,
    firstTop: number,
    begin: number,
    end: number,
    species: number,
    sight: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  nearestToPoints(
    nodes: number,
    blocks: number,
    ids: number,
    leastIds: number,
    levels: number,
    room: number,
    planes: number,
    stride: number,
    points: number,
    k: number,
    foundIds: number,
    distances: number,
    counts: number,
  ): void;
  aimAtPoint(
    table: number,
    planes: number,
    stride: number,
    begin: number,
    end: number,
    role: number,
    x: number,
    y: number,
    z: number,
    from: number,
    to: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  aimAtAgents(
    table: number,
    quarries: number,
    planes: number,
    stride: number,
    begin: number,
    end: number,
    role: number,
    from: number,
    to: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  aimAtGoals(
    table: number,
    planes: number,
    stride: number,
    begin: number,
    end: number,
    role: number,
    from: number,
    to: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  aimAtWaypoints(
    table: number,
    planes: number,
    stride: number,
    begin: number,
    end: number,
    role: number,
    first: number,
    count: number,
    closed: number,
    arrives: number,
    faces: number,
    distance: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  aimAtPath(
    table: number,
    planes: number,
    stride: number,
    begin: number,
    end: number,
    role: number,
    first: number,
    count: number,
    closed: number,
    faces: number,
    prediction: number,
    from: number,
    to: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  nextToAvoid(
    table: number,
    records: number,
    count: number,
    begin: number,
    end: number,
    role: number,
    room: number,
    lookAhead: number,
  ): number;
  mayEnd(
    table: number,
    begin: number,
    end: number,
    species: number,
    reach: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    lastBirth: number,
    fullTurn: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): number;
  watchOrbits(
    table: number,
    begin: number,
    end: number,
    species: number,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    fullTurn: number,
    nearer: number,
    bend: number,
    edgeX: number,
    edgeY: number,
    edgeZ: number,
  ): void;
  move(table: number, begin: number, end: number, rows: number): number;
  bin(
    table: number,
    begin: number,
    end: number,
    worker: number,
    workers: number,
    stride: number,
    bins: number,
    indexBits: number,
  ): void;
  prefixSum(
    table: number,
    begin: number,
    end: number,
    worker: number,
    workers: number,
    stride: number,
  ): number;
  scatter(
    table: number,
    begin: number,
    end: number,
    worker: number,
    stride: number,
    births: number,
    indexBits: number,
  ): void;
  scatterPlane(table: number, begin: number, end: number, staged: number, back: number): void;
  listDeposits(
    x: number,
    y: number,
    z: number,
    status: number,
    amount: number,
    cell: number,
    counts: number,
    begin: number,
    end: number,
    ...grid: [
      ...[nx: number, ny: number, nz: number],
      ...[originX: number, originY: number, originZ: number],
      ...[inverseX: number, inverseY: number, inverseZ: number],
      bucketBits: number,
    ]
  ): void;
  sortDeposits(
    cell: number,
    place: number,
    next: number,
    begin: number,
    end: number,
    bucketBits: number,
  ): void;
  spreadCells(
    front: number,
    back: number,
    from: number,
    to: number,
    ...grid: [
      ...[nx: number, ny: number, nz: number],
      wraps: number,
      ...[shareX: number, shareY: number, shareZ: number],
      keep: number,
    ]
  ): void;
  addDeposits(
    back: number,
    place: number,
    cell: number,
    amount: number,
    first: number,
    last: number,
  ): void;
  limitCells(back: number, from: number, to: number, least: number, greatest: number): void;
  fly(
    table: number,
    factors: number,
    from: number,
    begin: number,
    end: number,
    dimensions: number,
  ): void;
}

/**
 * Creates the SIMD kernels over a world's memory, which must be WebAssembly memory. Each thread has its own instance.
 */
export function instantiate(module: WebAssembly.Module, memory: Memory): Exports {
  const instance = new WebAssembly.Instance(module, { env: { memory: memory.wasm! } });
  return instance.exports as unknown as Exports;
}
