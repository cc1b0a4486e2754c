/** How long the browser may take to begin with a download, ms. */
const PATIENCE_MS = 60_000;

/** Hands a file to the visitor. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE_MS);
}
