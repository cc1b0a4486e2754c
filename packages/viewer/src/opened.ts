/** The parts of the page that the visitor opens and closes. They stay as they were left, also at the next visit. */
export type Part = 'about' | 'controls' | 'play';

const KEY = 'skein.opened';

/** Whether the visitor left this part open. All parts are closed at the first visit. */
export function wasOpen(part: Part): boolean {
  return read().includes(part);
}

/** Remembers whether this part is open. */
export function remember(part: Part, isOpen: boolean): void {
  const others = read().filter((one) => one !== part);
  try {
    localStorage.setItem(KEY, [...others, ...(isOpen ? [part] : [])].join(' '));
  } catch {
    // The browser stores nothing for this page, so the part is closed at the next visit.
  }
}

function read(): readonly string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter((part) => part !== '');
  } catch {
    return [];
  }
}
