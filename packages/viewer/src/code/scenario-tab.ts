import { json } from '@codemirror/lang-json';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { make, makeButton } from '../controls/elements.ts';
import type { Page } from '../controls/page.ts';
import { TOO_MUCH_DONE } from '../share/run-scenario.ts';
import { CodeEditor } from './code-editor.ts';
import { completeScenario, describeAt } from './json-completion.ts';
import { ProblemList } from './problem-list.ts';
import { readEditor } from './scenario-problems.ts';
import type { Tab } from './tab.ts';
import { layOut, runText } from './terse-scenario.ts';

/**
 * The maximum length of a scenario in the editor, in characters. Longer scenarios are unpleasant to edit and slow to
 * check.
 */
const MAX_CHARACTERS = 500_000;

const words = hoverTooltip(({ state }, pos) => {
  const found = describeAt(state, pos);
  if (found === undefined) return null;
  const { from, to } = found.node;
  const dom = make('div', { className: 'cm-words' }, found.text);
  return { pos: from, end: to, create: () => ({ dom }) };
});

const completion = json().language.data.of({ autocomplete: completeScenario });

/** The tab that shows the scenario of the run as JSON. The visitor can change the text and run it. */
export class ScenarioTab implements Tab {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #editor: CodeEditor;
  readonly #problems = new ProblemList(() => this.#editor);
  readonly #said = make('p', { className: 'said', role: 'status' });
  readonly #refresh: HTMLButtonElement;
  /** The text as it was last taken from the run, before the visitor's changes. */
  #given = '';
  /**
   * The scenario that was opened from the visitor's text. While it runs, the editor keeps that text, although the
   * scenario itself now also has the default values.
   */
  #own: unknown;

  constructor(page: Page) {
    this.#page = page;
    this.#editor = new CodeEditor({
      label: 'Scenario of the run, JSON',
      extensions: [json(), completion, words],
      check: (state) => this.#check(state),
      run: () => void this.#run(),
      onChange: () => this.#showState(),
    });
    const button = (label: string, title: string, press: () => void) =>
      makeButton({ className: 'plain-button', title }, press, label);
    this.#refresh = button(
      'Refresh',
      'Shows the current scenario of the run, with all commands given so far. Undo restores your text',
      () =>
        this.#take((text) => {
          this.#editor.text = text;
        }),
    );
    this.element = make(
      'div',
      {},
      make(
        'div',
        { className: 'tools' },
        makeButton(
          {
            className: 'plain-button main',
            title: 'Runs this scenario from its start (Ctrl+Enter)',
          },
          () => void this.#run(),
          'Run it',
        ),
        button('Format', 'Formats the JSON', () => this.#format()),
        this.#refresh,
        this.#said,
      ),
      this.#editor.element,
      this.#problems.element,
    );
  }

  focus(): void {
    this.#editor.focus();
  }

  /** Called when a run was opened. Shows its scenario, unless the visitor has edited the text. */
  describe(): void {
    if (this.#own !== undefined && this.#page.choices.file === this.#own) {
      this.#given = this.#editor.text;
      this.#showState();
    } else if (!this.#isEdited) this.#take((text) => this.#editor.begin(text));
    else this.#showState();
  }

  get #isEdited(): boolean {
    return this.#editor.text !== this.#given;
  }

  #check(state: EditorState): readonly Diagnostic[] {
    const { problems } = readEditor(state);
    this.#problems.show(problems);
    return problems;
  }

  async #run(): Promise<void> {
    const { scenario, problems } = readEditor(this.#editor.state);
    this.#editor.mark(problems);
    this.#problems.show(problems);
    if (scenario === undefined) {
      this.#said.textContent = 'Not run.';
      return;
    }
    this.#own = scenario;
    const { scene, workers, kernel } = this.#page.choices;
    await this.#page.openAnother({
      scene,
      workers,
      kernel,
      options: this.#page.options,
      file: scenario,
    });
  }

  #format(): void {
    const { problems } = readEditor(this.#editor.state);
    try {
      this.#editor.text = layOut(JSON.parse(this.#editor.text));
    } catch {
      // The text is not JSON yet; the problem list shows where.
      this.#editor.mark(problems);
      this.#problems.show(problems);
    }
  }

  /** Puts the scenario of the run into the editor by calling `put`. Its commands include those given so far. */
  #take(put: (text: string) => void): void {
    const { session } = this.#page;
    if (session === undefined) return;
    const { scenario, seed, history } = session;
    let text = '';
    let problem = '';
    try {
      text = runText({ scenario, seed, history });
    } catch {
      problem = TOO_MUCH_DONE;
    }
    const isLong = text.length > MAX_CHARACTERS;
    this.#given = isLong ? '' : text;
    put(this.#given);
    this.#showState();
    if (problem !== '') this.#said.textContent = problem;
    if (isLong) {
      const size = Math.round(text.length / 1000).toLocaleString('en-US');
      this.#said.textContent = `This scenario has ${size} kB, which is too much to edit here. "Share" saves it as a file.`;
    }
  }

  #showState(): void {
    const said = this.#isEdited ? 'Edited' : '';
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }
}
