import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const MONOSPACE = 'ui-monospace, "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace';
const GROUND = '#0a1119';
const RAISED = '#101b27';
const EDGE = 'rgb(120 170 210 / 30%)';

const looks = EditorView.theme(
  {
    '&': { height: '100%', color: '#dbe7f0', backgroundColor: GROUND, fontSize: '13px' },
    '&.cm-focused': { outline: '2px solid #40e0ff', outlineOffset: '-2px' },
    '.cm-scroller': { fontFamily: MONOSPACE, lineHeight: '1.5' },
    '.cm-content': { caretColor: '#40e0ff' },
    '.cm-cursor': { borderLeftColor: '#40e0ff', borderLeftWidth: '2px' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: '#234a63 !important',
    },
    '.cm-gutters': { backgroundColor: GROUND, color: '#8fa3b5', border: 'none' },
    '.cm-activeLine': { backgroundColor: 'rgb(120 170 210 / 8%)' },
    '.cm-activeLineGutter': { backgroundColor: 'rgb(120 170 210 / 14%)', color: '#dbe7f0' },
    '.cm-matchingBracket': {
      backgroundColor: 'rgb(64 224 255 / 25%)',
      outline: '1px solid #40e0ff',
    },
    '.cm-tooltip': {
      backgroundColor: RAISED,
      color: '#dbe7f0',
      border: `1px solid ${EDGE}`,
      borderRadius: '6px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: MONOSPACE, maxHeight: '14em' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: '#1d5a78', color: '#fff' },
    '.cm-completionInfo': { maxWidth: '320px', padding: '6px 10px' },
    '.cm-completionMatchedText': { color: '#8ceeff' },
    '.cm-words': { maxWidth: '340px', padding: '6px 10px' },
    '.cm-panels': { backgroundColor: RAISED, color: '#dbe7f0' },
    '.cm-textfield': { backgroundColor: GROUND, border: `1px solid ${EDGE}` },
    '.cm-button': {
      backgroundImage: 'none',
      backgroundColor: '#1a2a3a',
      border: `1px solid ${EDGE}`,
    },
    '.cm-searchMatch': { backgroundColor: '#5c4a12' },
    '.cm-diagnostic': { maxWidth: '420px', padding: '6px 10px', overflowWrap: 'anywhere' },
    '.cm-diagnostic-error': { borderLeft: '3px solid #ff8a5c' },
    // The default marks are images, which the page's policy forbids.
    '.cm-lint-marker-error': { content: '"\\25cf"', color: '#ff8a5c', lineHeight: '1.2' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy #ff8a5c',
      textUnderlineOffset: '3px',
    },
  },
  { dark: true },
);

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: '#8ceeff' },
  { tag: [tags.string, tags.special(tags.string)], color: '#ffc79a' },
  { tag: [tags.number, tags.bool, tags.null], color: '#b8f0a8' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: '#d7b6ff' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: '#93a8ba' },
  { tag: [tags.typeName, tags.className], color: '#9fd3ff' },
  { tag: tags.function(tags.variableName), color: '#fff0b8' },
  { tag: tags.invalid, color: '#ff9a7a' },
]);

/** A dark theme with enough contrast for small text. */
export const editorTheme: Extension = [looks, syntaxHighlighting(colors)];
