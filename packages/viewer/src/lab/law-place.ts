import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the text range in the source to which an error of a law refers. A path such as `parameters.speed.default` is
 * looked up in the options of `defineLaw`. If a part of the path is not there, the result is the first place in the
 * source that uses this part as a name. `law` is the name of the law with the error, in quotes. It selects the law if
 * the source defines several.
 */
export function placeInLaw(
  state: EditorState,
  tree: Tree,
  law: string,
  where: string,
): Range | undefined {
  const all = optionsOf(state, tree);
  const named = all.find((options) => textOf(state, valueUnder(state, options, 'name')) === law);
  let value: SyntaxNode | undefined = named ?? all[0];
  let found: SyntaxNode | undefined;
  for (const part of where.split(':')[0].split('.')) {
    const key: SyntaxNode | undefined = value && keyOf(state, value, part);
    if (key === undefined) {
      const used = useOf(state, tree, part);
      if (used) return used;
      break;
    }
    found = key;
    value = key.parent?.lastChild ?? undefined;
  }
  return found && { from: found.from, to: found.to };
}

/** The first place in the source where a name is used as a property or a variable. */
function useOf(state: EditorState, tree: Tree, name: string): Range | undefined {
  let found: Range | undefined;
  tree.iterate({
    enter: ({ name: kind, from, to }) => {
      const isName = kind === 'PropertyName' || kind === 'VariableName';
      if (found === undefined && isName && state.sliceDoc(from, to) === name) found = { from, to };
      return found === undefined;
    },
  });
  return found;
}

/** The objects that the source passes to `defineLaw`. */
function optionsOf(state: EditorState, tree: Tree): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  tree.iterate({
    enter: ({ node, name }) => {
      if (name !== 'CallExpression') return;
      const options = node.getChild('ArgList')?.getChild('ObjectExpression');
      if (options && textOf(state, node.firstChild) === 'defineLaw') found.push(options);
    },
  });
  return found;
}

function keyOf(state: EditorState, object: SyntaxNode, key: string): SyntaxNode | undefined {
  return object
    .getChildren('Property')
    .map(({ firstChild }) => firstChild)
    .find((name) => name !== null && bare(textOf(state, name)) === key) as SyntaxNode | undefined;
}

function valueUnder(state: EditorState, object: SyntaxNode, key: string): SyntaxNode | null {
  const { parent } = keyOf(state, object, key) ?? {};
  return parent?.lastChild ?? null;
}

/** The text of a node of the syntax tree. Strings always get the quotes of JSON. */
function textOf(state: EditorState, node: SyntaxNode | null): string {
  if (node === null) return '';
  const text = state.sliceDoc(node.from, node.to);
  return node.name === 'String' ? JSON.stringify(bare(text)) : text;
}

function bare(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}
