/** Markup that is safe to insert into other markup. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/** Creates markup from a template. Texts and numbers are escaped, and markup is inserted unchanged. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0];
  for (const [index, part] of parts.entries()) text += markup(part) + strings[index + 1];
  return new Html(text);
}

function markup(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(markup).join('');
  return escaped(String(part));
}

/**
 * Escapes a text. Replaces characters that XML cannot contain, and characters that change the direction of text, since
 * results may contain any text.
 */
function escaped(content: string): string {
  return content
    .replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
