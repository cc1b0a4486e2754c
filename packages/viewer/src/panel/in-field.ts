/**
 * Whether keys that are pressed at this event target are typed into a field, so that they are not commands to the page.
 */
export function inField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}
