/** The modules that scripts/docs/docs-code.mjs makes of a page of docs. */
declare module 'docs-code:react.md' {
  export function App(): import('react').ReactNode;
}
