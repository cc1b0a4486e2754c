import { makeButton } from '../controls/elements.ts';
import type { DeedList } from './deed-list.ts';

/**
 * Creates the buttons "Undo" and "Redo" for a list of changes. A button is dimmed while there is nothing to undo or
 * redo.
 */
export function undoButtons(deeds: DeedList): readonly HTMLButtonElement[] {
  const undo = makeButton(
    { title: 'Undo the last change (U, Ctrl+Z)' },
    () => void deeds.undo(),
    'Undo',
  );
  const redo = makeButton(
    { title: 'Redo the last undone change (Ctrl+Y)' },
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
