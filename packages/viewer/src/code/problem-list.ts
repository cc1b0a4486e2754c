import type { Diagnostic } from '@codemirror/lint';
import { make, makeButton } from '../controls/elements.ts';
import type { CodeEditor } from './code-editor.ts';

/** The maximum number of problems in the list. If there are more, the last line says how many are left out. */
const MAX_SHOWN = 20;

/** The list of problems below an editor, each with its line number. Clicking a problem moves the cursor to it. */
export class ProblemList {
  readonly element = make('div', { className: 'problems', role: 'status', hidden: true });
  readonly #editor: () => CodeEditor;
  #shown = '';

  constructor(editor: () => CodeEditor) {
    this.#editor = editor;
  }

  show(problems: readonly Diagnostic[]): void {
    const { doc } = this.#editor().state;
    const lines = problems.map(({ from }) => doc.lineAt(Math.min(from, doc.length)).number);
    const text = problems.map(({ message }, index) => `${lines[index]}\n${message}`).join('\n');
    // An unchanged list is not read out again.
    if (text === this.#shown) return;
    this.#shown = text;
    const items = problems.slice(0, MAX_SHOWN).map(({ from, message }, index) => {
      const line = make('strong', {}, `Line ${lines[index]}`);
      const press = () => this.#editor().goTo(from);
      return make('li', {}, makeButton({ className: 'problem' }, press, line, ` ${message}`));
    });
    const more = problems.length - items.length;
    if (more > 0) items.push(make('li', {}, `${more} more`));
    this.element.hidden = problems.length === 0;
    this.element.replaceChildren(make('ul', {}, ...items));
  }
}
