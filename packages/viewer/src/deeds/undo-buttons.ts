import { makeButton } from '../controls/elements.ts';
import type { DeedList } from './deed-list.ts';

/** The buttons "Undo" and "Redo" of a list: each is dimmed while there is nothing for it to do. */
export function undoButtons(deeds: DeedList): readonly HTMLButtonElement[] {
  const undo = makeButton(
    { title: 'Undo what was done last (U, Ctrl+Z)' },
    () => void deeds.undo(),
    'Undo',
  );
  const redo = makeButton(
    { title: 'Do again what was undone (Ctrl+Y)' },
    () => void deeds.redo(),
    'Redo',
  );
  const show = () => {
    // `disabled` would take the focus from the button that was just pressed.
    undo.setAttribute('aria-disabled', String(!deeds.canUndo));
    redo.setAttribute('aria-disabled', String(!deeds.canRedo));
  };
  deeds.listen(show);
  show();
  return [undo, redo];
}
