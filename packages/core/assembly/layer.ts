/** The layer of the grid that is searched: what its row in the table of layers says, see src/world/tables.ts. */
import {
  GRID_CELLS,
  GRID_EDGE_X,
  GRID_EDGE_Y,
  GRID_EDGE_Z,
  GRID_FIRST_X,
  GRID_FIRST_Y,
  GRID_FIRST_Z,
  GRID_FOLD_X,
  GRID_FOLD_Y,
  GRID_FOLD_Z,
  GRID_INVERSE_X,
  GRID_INVERSE_Y,
  GRID_INVERSE_Z,
  GRID_LAST_X,
  GRID_LAST_Y,
  GRID_LAST_Z,
  GRID_MIN_X,
  GRID_MIN_Y,
  GRID_MIN_Z,
  GRID_SLACK,
  GRID_START,
  GRID_STRIDE_Y,
  GRID_STRIDE_Z,
} from './columns';

/** A radius times this is more than the distance of every agent within it, despite rounding. */
export const WIDER: f32 = 1.0 + 1.0 / 1048576.0;

export let cellStart: usize = 0;
export let gridRow: usize = 0;
export let tableCells: i32 = 0;
export let strideY: i32 = 0;
export let strideZ: i32 = 0;
export let foldX: i32 = 0;
export let foldY: i32 = 0;
export let foldZ: i32 = 0;
export let firstX: i32 = 0;
export let firstY: i32 = 0;
export let firstZ: i32 = 0;
export let lastX: i32 = 0;
export let lastY: i32 = 0;
export let lastZ: i32 = 0;
export let minX: f32 = 0;
export let minY: f32 = 0;
export let minZ: f32 = 0;
export let inverseX: f32 = 0;
export let inverseY: f32 = 0;
export let inverseZ: f32 = 0;
export let edgeX: f32 = 0;
export let edgeY: f32 = 0;
export let edgeZ: f32 = 0;
export let slack: f32 = 0;

/** Opens the layer whose row is at `grid`. `starts` is the table of cells. */
export function openLayer(starts: usize, grid: usize): void {
  cellStart = starts + load<u32>(grid + GRID_START);
  gridRow = grid;
  tableCells = load<i32>(grid + GRID_CELLS);
  strideY = load<i32>(grid + GRID_STRIDE_Y);
  strideZ = load<i32>(grid + GRID_STRIDE_Z);
  foldX = load<i32>(grid + GRID_FOLD_X);
  foldY = load<i32>(grid + GRID_FOLD_Y);
  foldZ = load<i32>(grid + GRID_FOLD_Z);
  firstX = load<i32>(grid + GRID_FIRST_X);
  firstY = load<i32>(grid + GRID_FIRST_Y);
  firstZ = load<i32>(grid + GRID_FIRST_Z);
  lastX = load<i32>(grid + GRID_LAST_X);
  lastY = load<i32>(grid + GRID_LAST_Y);
  lastZ = load<i32>(grid + GRID_LAST_Z);
  minX = load<f32>(grid + GRID_MIN_X);
  minY = load<f32>(grid + GRID_MIN_Y);
  minZ = load<f32>(grid + GRID_MIN_Z);
  inverseX = load<f32>(grid + GRID_INVERSE_X);
  inverseY = load<f32>(grid + GRID_INVERSE_Y);
  inverseZ = load<f32>(grid + GRID_INVERSE_Z);
  edgeX = load<f32>(grid + GRID_EDGE_X);
  edgeY = load<f32>(grid + GRID_EDGE_Y);
  edgeZ = load<f32>(grid + GRID_EDGE_Z);
  slack = load<f32>(grid + GRID_SLACK);
}
