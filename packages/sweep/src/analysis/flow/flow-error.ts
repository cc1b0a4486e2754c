import { SkeinError } from '@skein/core/basics';

export type FlowErrorCode =
  /** An option is not valid, or does not fit the trajectory. */
  'FLOW_OPTION';

/** The error for options that are refused when flows are measured. */
export class FlowError extends SkeinError {
  declare readonly code: FlowErrorCode;
  /** The name of the option. */
  readonly option: string;

  constructor(option: string, found: string, expected: string) {
    super('FLOW_OPTION', `${option}: found ${found}, expected ${expected}`);
    this.option = option;
  }
}
