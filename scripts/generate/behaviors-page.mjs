// Generates the page docs/behaviors.md: every type of behavior, from the schema.
import { wrapped } from './tables.mjs';

/** @typedef {import('@skein/core/describe').BehaviorDescription} BehaviorDescription */

const INTRODUCTION = `# Behaviors

A species steers by the behaviors in its list, in that order. Numbers are parameters: \`set\` commands change them
during a run. The other keys are fixed at the start. \`skein list\` prints the same on a terminal.

Behaviors that pursue something take a \`target\` by name, or a \`quarry\`: agents of a species, the nearest in sight
or one assigned by id. Every behavior takes \`states\`: names of the [states](states.md) in which it acts. Default: all.
`;

/**
 * @param {readonly BehaviorDescription[]} behaviors
 * @returns {string} the page as Markdown
 */
export function behaviorsPage(behaviors) {
  const parts = [INTRODUCTION];
  let family = '';
  for (const behavior of behaviors) {
    if (behavior.family !== family) parts.push(`## ${capitalized(behavior.family)}\n`);
    family = behavior.family;
    parts.push(
      `### ${behavior.type}\n`,
      `${wrapped(escaped(behavior.description))}\n`,
      tableOf(behavior),
    );
  }
  return `${parts.join('\n').trimEnd()}\n`;
}

/** @param {BehaviorDescription} behavior */
function tableOf({ parameters, settings }) {
  const rows = [
    ...parameters.map(({ name, unit, min, max, default: usual, description }) => [
      `\`${name}\``,
      `${min} to ${max}${unit === '1' ? '' : ` ${unit}`}`,
      usual === undefined ? '' : String(usual),
      description,
    ]),
    ...settings.map(({ name, kind, default: usual, description }) => [
      `\`${name}\``,
      kind,
      usual ?? '',
      description,
    ]),
  ];
  if (rows.length === 0) return '';
  const lines = [['key', 'range', 'default', 'meaning'], ['---', '---', '---', '---'], ...rows];
  return `${lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')}\n`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('|', '\\|');
}

/** @param {string} text */
function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}
