/** The time within which the browser must have started the download, in ms. */
const PATIENCE_MS = 60_000;

/** Downloads a file to the visitor's machine. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE_MS);
}
