import type { Command, CommandInput } from '@skein/core';
import type { Choices } from '../address.ts';
import type { CameraRig } from '../camera/rig.ts';
import type { DeedList } from '../deeds/deed-list.ts';
import type { AgentInsight } from '../insight/agent-insight.ts';
import type { Options } from '../options.ts';
import type { RecordFolder } from '../record/record-folder.ts';
import type { Session } from '../session.ts';
import type { View } from '../view.ts';

/** The choices that `reopen` can replace. */
export type Reopened = Pick<Choices, 'file' | 'spare' | 'address'>;

/** The parts of the page that the controls use. */
export interface Page {
  readonly view: View;
  readonly rig: CameraRig;
  readonly insight: AgentInsight;
  readonly saving: RecordFolder;
  readonly options: Options;
  readonly choices: Choices;
  /** The list of changes that can be undone. */
  readonly deeds: DeedList;
  /**
   * Whether the visitor is editing the scene. While this is true, the pointer has no effect in the picture other than
   * editing.
   */
  editing: boolean;
  /** The name of the bundled scene or of the file. */
  readonly sceneName: string;
  /** The run on the page; undefined while there is none. */
  readonly session: Session | undefined;
  readonly paused: boolean;
  /** Called when the visitor first touches the page. From now on, the page chooses no scenes by itself. */
  settle(): void;
  /** Opens a run, which replaces the run on the page. */
  open(choices: Choices): Promise<void>;
  /** Opens another run, and adds an entry to the browser's history, so that Back returns to the current run. */
  openAnother(choices: Choices, paused?: boolean): Promise<void>;
  /**
   * Opens the current run again with parts of its scenario replaced, and goes to `tick`. Default: the current tick. The
   * commands that were given before that tick are repeated.
   */
  reopen(name: string, other: Reopened, tick?: number): Promise<void>;
  chooseScene(scene: string): Promise<void>;
  /** A link to this tick of the run; undefined when the run is too long for a link. */
  link(): Promise<string | undefined>;
  restart(): Promise<void>;
  goTo(tick: number): Promise<void>;
  /** Takes the run back to a tick. From then on, the run has only the commands in `history`. */
  retake(tick: number, history: readonly Command[]): Promise<void>;
  setWorkers(workers: number): Promise<void>;
  setPaused(paused: boolean): void;
  step(): void;
  /** Gives a command, which takes effect with the next tick. */
  command(input: CommandInput): Promise<Command>;
  fireByKey(): void;
  changeCamera(): void;
  /** Shows or hides the weight maps of all agents, in scenes with such agents. */
  toggleMaps(): void;
  resetOptions(): void;
  /** Shows the options in the panel and in the address, after one has changed elsewhere. */
  showOptions(): void;
  /** Writes `changes` into the address. These are the parameters whose values now differ from the scenario. */
  keepChanges(changes: Choices['changes']): void;
}
