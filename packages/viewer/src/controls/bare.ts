import { make, makeButton } from './elements.ts';

/** The time without input after which the button "Show the controls" fades, in ms. */
const FADE_MS = 3000;
const WAY_BACK = 'Show the controls';

let show: HTMLButtonElement | undefined;
let fading: ReturnType<typeof setTimeout> | undefined;

/**
 * Hides everything except the picture, or shows everything again. While only the picture is visible, any input shows a
 * button that brings the controls back.
 */
export function toggleBare(): void {
  const isBare = document.body.classList.toggle('bare');
  show ??= makeWayBack();
  show.hidden = !isBare;
  if (isBare) wake();
}

/** Switches full screen on or off. iPhones do not offer full screen to pages. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}

function makeWayBack(): HTMLButtonElement {
  const key = matchMedia('(hover: none)').matches ? [] : [' ', make('kbd', {}, 'H')];
  const button = makeButton({ id: 'show', hidden: true }, toggleBare, WAY_BACK, ...key);
  document.body.append(button);
  for (const move of ['pointermove', 'pointerdown', 'keydown']) window.addEventListener(move, wake);
  return button;
}

function wake(): void {
  if (show === undefined || show.hidden) return;
  show.classList.remove('faded');
  clearTimeout(fading);
  fading = setTimeout(() => show?.classList.add('faded'), FADE_MS);
}
