/** Whether keys that go there are typed into a field, and so are no commands to the page. */
export function inField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}
