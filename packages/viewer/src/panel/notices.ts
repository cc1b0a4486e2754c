import { ScenarioError, SkeinError, TeamError, WorldError } from '@skein/core';
import { ChangesError } from '../changes.ts';
import { GraphicsError } from '../scene/graphics.ts';

/** A button of a notice, which does something and dismisses the notice. */
export interface NoticeButton {
  readonly label: string;
  press(): void;
}

export interface NoticeOptions {
  /** Good news has a check mark, in green. Other notices are warnings. */
  readonly isGood?: boolean;
  /** Buttons beside "OK". */
  readonly buttons?: readonly NoticeButton[];
}

/**
 * Shows a notice until the visitor dismisses it. The page continues. There is at most one notice with the same title.
 */
export function showNotice(
  title: string,
  text: string,
  { isGood = false, buttons = [] }: NoticeOptions = {},
): void {
  hideNotice(title);
  const notice = document.createElement('div');
  notice.className = isGood ? 'notice good' : 'notice';
  if (isGood) notice.setAttribute('role', 'status');
  // The page announces all notices itself, one after the other.
  notice.setAttribute('aria-live', 'off');
  notice.dataset.title = title;
  const words = document.createElement('p');
  const strong = document.createElement('strong');
  strong.textContent = title;
  words.append(strong, text);
  const button = (label: string, press: () => void) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', () => {
      notice.remove();
      press();
    });
    return made;
  };
  const close = button('OK', () => {});
  close.setAttribute('aria-label', `Dismiss: ${title}`);
  const row = document.createElement('div');
  row.append(...buttons.map(({ label, press }) => button(label, press)), close);
  notice.append(words, row);
  document.querySelector('#notices')?.append(notice);
}

export function hideNotice(title: string): void {
  for (const notice of document.querySelectorAll<HTMLElement>('.notice')) {
    if (notice.dataset.title === title) notice.remove();
  }
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Says what went wrong, in words for the visitor, and offers links to start again. */
export function showError(error: unknown, scenes: readonly string[]): void {
  console.error(error);
  const place = document.querySelector<HTMLElement>('#error');
  if (place === null) return;
  const box = document.createElement('div');
  box.className = 'box';
  const heading = document.createElement('h2');
  heading.textContent = headingOf(error);
  const text = document.createElement('p');
  text.textContent = messageOf(error);
  box.append(heading, text);
  if (!(error instanceof GraphicsError)) box.append(waysOn(scenes));
  place.replaceChildren(box);
  place.hidden = false;
}

export function hideError(): void {
  const place = document.querySelector<HTMLElement>('#error');
  if (place !== null) place.hidden = true;
}

function headingOf(error: unknown): string {
  if (error instanceof GraphicsError) return 'This page cannot be drawn here';
  if (error instanceof ChangesError) return 'The address of this page is not valid';
  if (error instanceof ScenarioError) return 'This scene cannot be run';
  if (error instanceof WorldError && error.code === 'KERNEL_MISSING')
    return 'This browser does not support the kernel in the address';
  if (error instanceof WorldError) return 'There is not enough memory for this scene';
  // Without its class, which would load the code of the graphics card.
  if (error instanceof SkeinError && error.code === 'GPU_DIFFERS')
    return 'The graphics card has made an error';
  if (error instanceof TeamError) return 'The threads have stopped';
  return 'Something went wrong';
}

/** The number of scenes that an error offers to start again with. */
const WAYS_ON = 4;

function waysOn(scenes: readonly string[]): HTMLElement {
  const ways = document.createElement('p');
  ways.append('Start again with: ');
  scenes.slice(0, WAYS_ON).forEach((scene, index) => {
    const link = document.createElement('a');
    link.href = `?scene=${encodeURIComponent(scene)}`;
    link.textContent = scene;
    ways.append(index === 0 ? '' : ', ', link);
  });
  return ways;
}
