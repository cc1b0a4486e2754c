/**
 * Matches the characters that control a terminal or the direction of text. These are C0 without line feed, then DEL, C1
 * and bidirectional marks.
 */
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * Replaces characters that control a terminal, or the direction of text, with escapes such as `\u001b`. Messages
 * contain arguments, file names and contents of files from untrusted sources. Inside JSON, an escape has the same
 * meaning as the character.
 */
export function printable(text: string): string {
  return text.replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
