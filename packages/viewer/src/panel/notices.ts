import { ScenarioError, TeamError, WorldError } from '@skein/core';
import { AddressError } from '../address.ts';
import { ChangesError } from '../changes.ts';
import { GraphicsError } from '../scene/graphics.ts';
import { RunTextError } from '../share/run-text.ts';

/**
 * Shows a notice until the visitor dismisses it. The page continues. There is at most one notice with the same title.
 */
export function showNotice(title: string, text: string): void {
  hideNotice(title);
  const notice = document.createElement('div');
  notice.className = 'notice';
  notice.dataset.title = title;
  const words = document.createElement('p');
  const strong = document.createElement('strong');
  strong.textContent = title;
  words.append(strong, text);
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = 'OK';
  close.setAttribute('aria-label', `Dismiss: ${title}`);
  close.addEventListener('click', () => notice.remove());
  notice.append(words, close);
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
  if (error instanceof RunTextError) return 'The run in this link cannot be read';
  if (error instanceof AddressError || error instanceof ChangesError)
    return 'The address of this page is not valid';
  if (error instanceof ScenarioError) return 'This scene cannot be run';
  if (error instanceof WorldError && error.code === 'KERNEL_MISSING')
    return 'This browser does not support the kernel in the address';
  if (error instanceof WorldError) return 'There is not enough memory for this scene';
  if (error instanceof TeamError) return 'The threads have stopped';
  return 'Something went wrong';
}

function waysOn(scenes: readonly string[]): HTMLElement {
  const ways = document.createElement('p');
  ways.append('Start again with: ');
  scenes.forEach((scene, index) => {
    const link = document.createElement('a');
    link.href = `?scene=${encodeURIComponent(scene)}`;
    link.textContent = scene;
    ways.append(index === 0 ? '' : ', ', link);
  });
  return ways;
}
