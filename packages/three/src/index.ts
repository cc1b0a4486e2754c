export { createDriver, Driver, type DriverOptions, type StateListener } from './driver.ts';
export { ThreeError } from './option-error.ts';
