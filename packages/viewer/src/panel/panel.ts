import { kernels } from '@skein/core';
import type { Team } from '@skein/worker';
import GUI, { type Controller } from 'lil-gui';
import { MAX_SEED } from '../address.ts';
import type { CameraMode } from '../camera/place.ts';
import { remember, wasOpen } from '../opened.ts';
import {
  type Feature,
  FOLDERS,
  type Folder,
  OPTION_KEYS,
  OPTIONS,
  type Option,
  type OptionKey,
  type Options,
  optionOf,
} from '../options.ts';
import type { SceneCard } from '../scenes.ts';

/** What the panel asks the page to do. */
export interface PanelActions {
  chooseScene(scene: string): void;
  chooseSeed(seed: number): void;
  chooseWorkers(workers: number): void;
  chooseKernel(kernel: Team['kernel']): void;
  chooseCamera(mode: CameraMode): void;
  changeOption(): void;
}

export interface PanelState {
  scene: string;
  seed: number;
  workers: number;
  kernel: Team['kernel'];
  camera: CameraMode;
}

/** The facts about a scene that decide which controls are useful. */
export interface Allowed {
  readonly threads: boolean;
  readonly framing: boolean;
  readonly features: ReadonlySet<Feature>;
  /** The names of the columns that the scene declares; agents can be colored by each of them. */
  readonly columns: readonly string[];
  /** Whether agents have states; if so, agents can be colored by them. */
  readonly states: boolean;
}
const SIMD = 'fast code (SIMD)';
const PLAIN = 'TypeScript';
const NO_SIMD = 'TypeScript, no SIMD';
const CARD = 'graphics card';

const CAMERAS = {
  'gun and target': 'framing',
  'by hand': 'orbit',
  'behind an agent': 'follow',
  'fly (W A S D, drag)': 'fly',
} as const satisfies Record<string, CameraMode>;

/** How long a folder takes to unfold, in ms. */
const UNFOLD_MS = 350;

/** The panel at the top right of the page, with controls for the run, the picture and the camera. */
export class Panel {
  /** The lil-gui panel itself. Other parts of the page add folders to it. */
  readonly gui: GUI;
  /** The folder for laws, which is the first one. */
  readonly laws: GUI;
  readonly #state: PanelState;
  readonly #scene: Controller;
  readonly #seed: Controller;
  readonly #workers: Controller;
  readonly #kernel: Controller;
  readonly #camera: Controller;
  readonly #options = new Map<OptionKey, Controller>();

  constructor(
    place: HTMLElement,
    scenes: readonly Pick<SceneCard, 'name' | 'title'>[],
    mostWorkers: number,
    options: Options,
    actions: PanelActions,
  ) {
    this.#state = {
      scene: scenes[0]?.name ?? '',
      seed: 1,
      workers: 1,
      kernel: 'simd',
      camera: 'framing',
    };
    const state = this.#state;
    const simd = kernels().includes('simd');
    const steppers = {
      ...(simd ? { [SIMD]: 'simd', [PLAIN]: 'ts' } : { [NO_SIMD]: 'ts' }),
      // Whether there is a card that can step the scene, the start of the run finds out.
      ...('gpu' in navigator && { [CARD]: 'gpu' }),
    };
    const gui = new GUI({ container: place, title: 'Controls', injectStyles: false });
    this.gui = gui;
    this.#scene = gui
      .add(state, 'scene', Object.fromEntries(scenes.map(({ name, title }) => [title, name])))
      .name('Scene')
      .onChange((scene: string) => actions.chooseScene(scene));
    // The values are the scenes' names, which the address and the files use.
    const listed = this.#scene.domElement.querySelector('select')!.options;
    for (const [index, { name }] of scenes.entries()) listed[index].value = name;
    this.laws = gui.addFolder('Laws');
    const threads = gui.addFolder('Threads');
    const folders = new Map(FOLDERS.map((name) => [name, gui.addFolder(name)]));
    this.#workers = threads
      .add(state, 'workers', 1, mostWorkers, 1)
      .name(`Threads (1 to ${mostWorkers})`)
      .onChange((workers: number) => actions.chooseWorkers(workers));
    this.#kernel = threads
      .add(state, 'kernel', steppers)
      .name('Stepped by')
      .onChange((kernel: Team['kernel']) => actions.chooseKernel(kernel));
    this.#kernel.domElement.title = simd
      ? 'What steps the agents: WebAssembly with SIMD, plain TypeScript, which is slower, or the graphics card, where the browser has WebGPU and the scene suits it. The run continues from the same tick, with the same hash. A page that is reloaded with the graphics card also draws from there.'
      : 'This browser does not support WebAssembly SIMD. TypeScript steps the agents, with the same hashes, but several times slower.';
    this.#kernel.enable(Object.keys(steppers).length > 1);
    this.#seed = folders
      .get('Run')!
      .add(state, 'seed', 0, undefined, 1)
      .max(MAX_SEED)
      .name('Seed')
      .onFinishChange((seed: number) => actions.chooseSeed(seed));
    this.#camera = folders
      .get('Camera')!
      .add(state, 'camera', CAMERAS)
      .name('Camera')
      .onChange((mode: CameraMode) => actions.chooseCamera(mode));
    this.#scene.domElement.title =
      'The scene to simulate; the button "Scenes" shows all scenes with pictures';
    this.#workers.domElement.title =
      'The number of threads that share each tick. The hashes are the same for any number.';
    this.#seed.domElement.title =
      'The same seed always gives the same run of the scene; another seed gives another run.';
    this.#camera.domElement.title =
      'The camera mode. Drag in the picture to move the camera yourself.';
    this.#addOptions(folders, options, actions);
    // A mouse click does not move the focus, so Space still fires afterwards.
    place.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
    });
    if (!wasOpen('controls')) gui.close();
    gui.onOpenClose((folder) => {
      if (folder === gui) remember('controls', !gui._closed);
      if (folder._closed) return;
      const show = () => folder.domElement.scrollIntoView({ block: 'nearest' });
      folder.$children.addEventListener('transitionend', show, { once: true });
      // With reduced motion there is no transition, so `transitionend` never comes.
      setTimeout(show, UNFOLD_MS);
    });
  }

  /** Shows these values, without asking the page to change anything. */
  show(state: Partial<PanelState>): void {
    Object.assign(this.#state, state);
    for (const each of [this.#scene, this.#seed, this.#workers, this.#kernel, this.#camera])
      each.updateDisplay();
  }

  /** Shows the current value of every option. */
  refresh(): void {
    for (const each of this.gui.controllersRecursive()) each.updateDisplay();
  }

  /**
   * Shows only the controls that have an effect in the scene. On a page without threads, the slider of the threads is
   * disabled, because there is always one worker.
   */
  allow({ threads, framing, features, columns, states }: Allowed): void {
    this.#workers.enable(threads);
    for (const [key, control] of this.#options) {
      const { about } = optionOf(key);
      control.show(about === undefined || features.has(about));
    }
    const ofColumns = columns.map((name) => [`column "${name}"`, `column:${name}`]);
    const { state, ...others } = OPTIONS.color.values;
    const ofAll = states ? { ...others, state } : others;
    const colors = { ...ofAll, ...Object.fromEntries(ofColumns) };
    this.#options.get('color')?.options(colors);
    const { 'gun and target': frames, ...free } = CAMERAS;
    this.#camera.options(framing ? { 'gun and target': frames, ...free } : free);
  }

  #addOptions(folders: ReadonlyMap<Folder, GUI>, options: Options, actions: PanelActions): void {
    for (const key of OPTION_KEYS) {
      const option = optionOf(key);
      const folder = folders.get(option.folder)!;
      const control = addOption(folder, options, key, option);
      control.name(option.kind === 'range' ? `${option.label} (${option.unit})` : option.label);
      const range = option.kind === 'range' ? ` From ${option.min} to ${option.max}.` : '';
      control.domElement.title = option.tip + range;
      this.#options.set(key, control);
      // Only when the control rests, because browsers limit the number of address changes in half a minute.
      control.onFinishChange(() => actions.changeOption());
    }
  }
}

function addOption(gui: GUI, options: Options, key: OptionKey, option: Option): Controller {
  if (option.kind === 'choice') return gui.add(options, key, { ...option.values });
  if (option.kind === 'switch') return gui.add(options, key);
  return gui.add(options, key, option.min, option.max, option.step);
}
