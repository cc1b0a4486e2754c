import type { Command, CommandInput } from '@skein/core';
import type { Choices } from '../address.ts';
import type { CameraRig } from '../camera/rig.ts';
import type { DeedList } from '../deeds/deed-list.ts';
import type { AgentInsight } from '../insight/agent-insight.ts';
import type { Options } from '../options.ts';
import type { RecordFolder } from '../record/record-folder.ts';
import type { Session } from '../session.ts';
import type { View } from '../view.ts';

/** What of its choices makes another run of what runs. */
export type Reopened = Pick<Choices, 'file' | 'spare' | 'address'>;

/** What the controls ask of the page. */
export interface Page {
  readonly view: View;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  readonly saving: RecordFolder;
  readonly options: Options;
  readonly choices: Choices;
  /** All that can be undone. */
  readonly deeds: DeedList;
  /** The pointer edits the scene, and does nothing else in the picture. */
  editing: boolean;
  /** Of a scene of the page, or of a file. */
  readonly sceneName: string;
  /** The run on the page. */
  readonly session: Session | undefined;
  readonly paused: boolean;
  /** Ends the run on the page, if any, and starts another. */
  open(choices: Choices): Promise<void>;
  /** Opens something else, from where Back leads here. */
  openAnother(choices: Choices, paused?: boolean): Promise<void>;
  /** Opens the run with something else about its scenario, at this tick or another, with what was done to it until then. */
  reopen(name: string, other: Reopened, tick?: number): Promise<void>;
  chooseScene(scene: string): Promise<void>;
  /** An address that leads to this moment of the run; undefined when the run is too long for one. */
  link(): Promise<string | undefined>;
  restart(): Promise<void>;
  goTo(tick: number): Promise<void>;
  /** Takes the run back to a moment before which these are all the commands. */
  retake(tick: number, history: readonly Command[]): Promise<void>;
  setWorkers(workers: number): Promise<void>;
  setPaused(paused: boolean): void;
  step(): void;
  /** Carried out with the next tick of the run. */
  command(input: CommandInput): Promise<Command>;
  fireByKey(): void;
  changeCamera(): void;
  resetOptions(): void;
  /** Parameters were set: the address shall carry what differs from the scenario. */
  keepChanges(changes: Choices['changes']): void;
}
