/** What a terminal obeys, or turns the text around it by: C0 but the line feed, DEL, C1, bidirectional marks. */
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The text with what a terminal obeys written as `\u001b`. Arguments, names of files and what stands in
 * them come into messages from anywhere. Inside JSON the escape means the character itself.
 */
export function printable(text: string): string {
  return text.replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
