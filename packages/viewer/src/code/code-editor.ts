import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { make } from '../controls/elements.ts';
import { editorTheme } from './editor-theme.ts';

/** How long the visitor must stop typing before the text is checked, in ms. */
const REST_MS = 350;

export interface CodeEditorOptions {
  /** The label for screen readers. */
  readonly label: string;
  readonly extensions: readonly Extension[];
  /** Checks the text and returns its problems. Called when the visitor stops typing. */
  check(state: EditorState): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  /** Runs the text. Called on Ctrl+Enter. */
  run(): void;
  onChange?(): void;
}

/**
 * A text editor inside a shadow root. Inside a shadow root, CodeMirror adds its styles as style sheets, which the
 * page's policy allows. Anywhere else, CodeMirror uses style elements, which the policy forbids. The Tab key moves the
 * focus out of the editor.
 */
export class CodeEditor {
  readonly element = make('div', { className: 'editor' });
  readonly #view: EditorView;
  readonly #extensions: readonly Extension[];

  constructor({ label, extensions, check, run, onChange }: CodeEditorOptions) {
    const root = this.element.attachShadow({ mode: 'open' });
    const commanded = () => {
      run();
      return true;
    };
    this.#extensions = [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: commanded }])),
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      EditorView.lineWrapping,
      linter(({ state: text }) => check(text), { delay: REST_MS }),
      keymap.of([
        // Tab accepts an open completion; otherwise it leaves the editor.
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) onChange?.();
      }),
      editorTheme,
      extensions,
    ];
    this.#view = new EditorView({ state: this.#stateOf(''), parent: root, root });
    // Keys typed in the editor are not keys of the page. Escape passes, to close what is open.
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') event.stopPropagation();
    });
  }

  get state(): EditorState {
    return this.#view.state;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole text. Undo brings the earlier text back. */
  set text(text: string) {
    if (text === this.text) return;
    const changes = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** Shows another document, which begins with an empty history: undo cannot bring the earlier text back. */
  begin(text: string): void {
    if (text === this.text) return;
    this.#view.setState(this.#stateOf(text));
  }

  focus(): void {
    this.#view.focus();
  }

  /** Marks problems now, without waiting for the next check. */
  mark(problems: readonly Diagnostic[]): void {
    this.#view.dispatch(setDiagnostics(this.#view.state, problems));
  }

  /** Moves the cursor to a place in the text and scrolls there. */
  goTo(at: number): void {
    const anchor = Math.min(at, this.#view.state.doc.length);
    const effects = EditorView.scrollIntoView(anchor, { y: 'center' });
    this.#view.dispatch({ selection: { anchor }, effects });
    this.focus();
  }

  #stateOf(doc: string): EditorState {
    return EditorState.create({ doc, extensions: this.#extensions });
  }
}
