/** A module and all that it imports, bundled as the text of one script that leaves its default in `lab`. */
declare module '*?script' {
  const text: string;
  export default text;
}
