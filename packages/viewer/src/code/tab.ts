import type { Session } from '../session.ts';

/** A tab of the drawer. */
export interface Tab {
  readonly element: HTMLElement;
  focus(): void;
  /** Shows a run that was just opened on the page. */
  describe(session: Session): void;
}
