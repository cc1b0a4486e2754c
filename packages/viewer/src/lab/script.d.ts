/**
 * A module bundled with everything it imports into the text of one script, which assigns the module's default export to
 * `lab`.
 */
declare module '*?script' {
  const text: string;
  export default text;
}
