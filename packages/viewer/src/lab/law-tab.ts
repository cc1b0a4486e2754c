import { javascript, typescriptLanguage } from '@codemirror/lang-javascript';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { parseScenario, type Scenario, ScenarioError } from '@skein/core';
import type { Law } from '@skein/core/laws';
import { asChosen } from '../as-chosen.ts';
import { CodeEditor } from '../code/code-editor.ts';
import { wholeTree } from '../code/json-place.ts';
import { ProblemList } from '../code/problem-list.ts';
import type { Tab } from '../code/tab.ts';
import { Dialog } from '../controls/dialog.ts';
import { make, makeButton } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import type { Session } from '../session.ts';
import { CostLine } from './cost-line.ts';
import { forget, keep, kept } from './draft.ts';
import { completeLaw } from './law-completion.ts';
import { GALLERY, type GalleryLaw } from './law-gallery.ts';
import { listLaw } from './law-listing.ts';
import { placeInLaw } from './law-place.ts';
import { type Evaluated, type LawSlip, Sandbox } from './sandbox.ts';
import { withLaw } from './scenario-with-law.ts';
import './lab.css';
import starter from './starter-law.ts?raw';

/** The scenario that the lab has opened, and the scenario as it was before the law was added. */
interface Opened {
  readonly scenario: Scenario;
  readonly base: Scenario;
}

/** The tab in which the visitor writes a law. The law is checked while it is typed, and can be run on all threads. */
export class LawTab implements Tab {
  readonly element = make('div');
  readonly #page: Page;
  readonly #sandbox = new Sandbox();
  readonly #editor: CodeEditor;
  readonly #problems = new ProblemList(() => this.#editor);
  readonly #said = make('p', { className: 'said', role: 'status' });
  readonly #cost: CostLine;
  readonly #species = make('select', { 'aria-label': 'Species that gets the law' });
  readonly #mode = make('select', {
    'aria-label': 'Whether the species keeps its other behaviors',
  });
  readonly #law = make('select', { 'aria-label': 'Law to run', hidden: true });
  readonly #carried = make('details', { className: 'carried', hidden: true });
  readonly #gallery: Dialog;
  /** The text that was last evaluated, and its result. */
  #evaluated: { readonly text: string; readonly result: Evaluated } | undefined;
  #opened: Opened | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#editor = new CodeEditor({
      label: 'Source of the law, TypeScript',
      extensions: [
        javascript({ typescript: true }),
        typescriptLanguage.data.of({ autocomplete: completeLaw }),
      ],
      check: (state) => this.#check(state),
      run: () => void this.#run(),
      onChange: () => keep(this.#editor.text),
    });
    this.#cost = new CostLine(page, () => this.#compared());
    this.#gallery = this.#makeGallery();
    this.#mode.append(
      make('option', { value: 'beside' }, 'with its other behaviors'),
      make('option', { value: 'alone' }, 'alone'),
    );
    this.#law.addEventListener('change', () => this.#showCost());
    const run = 'Runs the law on all threads, from the start (Ctrl+Enter)';
    const press = () => void this.#run();
    this.element.append(
      make(
        'div',
        { className: 'tools' },
        makeButton({ className: 'plain-button main', title: run }, press, 'Run'),
        this.#law,
        make('label', {}, 'on ', this.#species),
        this.#mode,
        makeButton(
          { className: 'plain-button', title: 'Laws to start from' },
          () => this.#gallery.open(),
          'Gallery',
        ),
        this.#said,
      ),
      this.#editor.element,
      this.#problems.element,
      this.#cost.element,
      this.#carried,
    );
    this.#editor.begin(kept() ?? starter);
  }

  focus(): void {
    this.#editor.focus();
  }

  describe(session: Session): void {
    const { species, laws = [] } = session.scenario;
    const chosen = this.#species.value;
    const names = species.map(({ name }) => name);
    this.#species.replaceChildren(...names.map((name) => make('option', {}, name)));
    if (names.includes(chosen)) this.#species.value = chosen;
    this.#showCarried(laws);
    this.#cost.describe(session);
  }

  /** Evaluates the source in the sandbox, and returns its problems with their places. */
  async #check(state: EditorState): Promise<readonly Diagnostic[]> {
    const text = state.doc.toString();
    const result = await this.#evaluate(text);
    const problems = result.slip ? [problemOf(state, result.slip)] : [];
    if (text === this.#editor.text) {
      this.#problems.show(problems);
      this.#showLaws();
    }
    return problems;
  }

  async #evaluate(text: string): Promise<Evaluated> {
    if (this.#evaluated?.text === text) return this.#evaluated.result;
    const result = await this.#sandbox.evaluate(text);
    if (text === this.#editor.text) this.#evaluated = { text, result };
    return result;
  }

  get #chosen(): Law | undefined {
    const laws = this.#evaluated?.result.laws ?? [];
    return laws.find(({ name }) => name === this.#law.value) ?? laws[0];
  }

  #showLaws(): void {
    const laws = this.#evaluated?.result.laws ?? [];
    const chosen = this.#law.value;
    this.#law.replaceChildren(...laws.map(({ name }) => make('option', {}, name)));
    if (laws.some(({ name }) => name === chosen)) this.#law.value = chosen;
    this.#law.hidden = laws.length < 2;
    this.#showCost();
  }

  #showCost(): void {
    this.#cost.show(this.#chosen);
  }

  /** Whether the run on the page is the one that the lab opened last. */
  get #isOpen(): boolean {
    return this.#opened !== undefined && this.#page.choices.file === this.#opened.scenario;
  }

  async #run(): Promise<void> {
    const { session } = this.#page;
    if (session === undefined) return;
    const { state } = this.#editor;
    this.#editor.mark(await this.#check(state));
    const law = this.#chosen;
    if (law === undefined) {
      this.#said.textContent = 'Not run.';
      return;
    }
    // Starts again from the scenario before the lab changed it, so the law replaces its earlier version.
    const base = this.#isOpen ? this.#opened!.base : session.scenario;
    const placing = { species: this.#species.value, alone: this.#mode.value === 'alone' };
    await this.#open(() => withLaw(base, law, placing), base, session.seed);
  }

  /** Opens a law of the gallery: puts its source into the editor, and opens its scene with the law. */
  async #start({ source, scene }: GalleryLaw): Promise<void> {
    this.#gallery.close();
    this.#editor.text = source;
    const { laws } = await this.#evaluate(source);
    if (laws === undefined) return;
    const without = {
      ...scene,
      species: scene.species.map((species) => ({ ...species, behaviors: [] })),
    };
    this.#page.setPaused(false);
    await this.#open(() => parseScenario(scene, { laws }), parseScenario(without));
  }

  async #open(make: () => Scenario, base: Scenario, seed?: number): Promise<void> {
    try {
      const scenario = make();
      this.#opened = { scenario, base };
      this.#said.textContent = '';
      const { scene, workers, kernel, camera, counts, many } = this.#page.choices;
      const { options } = this.#page;
      const kept = seed === undefined ? {} : { seed, camera, counts, many };
      await this.#page.openAnother({ scene, workers, kernel, options, file: scenario, ...kept });
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const [{ path, found, expected }] = error.problems;
      this.#said.textContent = `The law cannot run in this scene. ${path}: found ${found}, expected ${expected}.`;
    }
  }

  /**
   * The scenario of the run with the law, and the same scenario without it; undefined if the run was not opened by the
   * lab.
   */
  #compared(): readonly [Scenario, Scenario] | undefined {
    const { session, choices } = this.#page;
    if (!this.#isOpen || session === undefined) return undefined;
    return [session.scenario, asChosen(this.#opened!.base, choices)];
  }

  /** Shows the laws that the scene itself contains. They are shown as data, because they have no source code. */
  #showCarried(laws: readonly Law[]): void {
    this.#carried.hidden = laws.length === 0;
    this.#carried.replaceChildren(
      make('summary', {}, `Laws in this run: ${laws.map(({ name }) => name).join(', ')}`),
      make('p', {}, 'Links and files contain laws as data, never as code. The data that runs:'),
      ...laws.map((law) =>
        make(
          'section',
          {},
          make('h3', {}, law.name),
          make('p', {}, law.description),
          make('pre', { tabIndex: 0, 'aria-label': `Data of ${law.name}` }, listLaw(law)),
        ),
      ),
    );
  }

  #makeGallery(): Dialog {
    const dialog = new Dialog('laws-gallery', 'Laws to start from');
    const card = (title: string, line: string, press: () => void) =>
      make(
        'li',
        {},
        makeButton(
          { className: 'law-card' },
          press,
          make('strong', {}, title),
          make('span', {}, line),
        ),
      );
    const begin = () => {
      forget();
      this.#editor.text = starter;
      this.#gallery.close();
    };
    dialog.body.append(
      make('p', { className: 'soft' }, 'Each law opens with its source, in a suitable scene.'),
      make(
        'ul',
        { className: 'cards' },
        card(
          'Swirl',
          'A short law to begin with. It works in any scene, so the current scene stays open.',
          begin,
        ),
        ...GALLERY.map((law) => card(law.title, law.line, () => void this.#start(law))),
      ),
    );
    return dialog;
  }
}

function problemOf(state: EditorState, slip: LawSlip): Diagnostic {
  const { doc } = state;
  const { text, from, to } = doc.line(Math.min(Math.max(1, slip.line), doc.lines));
  const message = slip.message;
  const severity = 'error';
  const tree = slip.where === undefined || slip.inside ? undefined : wholeTree(state);
  const place = tree && placeInLaw(state, tree, slip.law ?? '', slip.where ?? '');
  if (place) return { ...place, message, severity };
  const indent = text.length - text.trimStart().length;
  const begin = Math.min(to, from + (slip.column ?? indent));
  return {
    from: begin,
    to: slip.column === undefined ? to : Math.min(to, begin + 1),
    message,
    severity,
  };
}
