/** Whether a key event at this target is typed into a field and so is not a command to the page. */
export function inField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}
