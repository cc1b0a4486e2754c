/** Whether a key press with this event target types into a field. Such a key press is not a command to the page. */
export function inField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}
