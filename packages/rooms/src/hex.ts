/** Bytes as hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** 32 random hexadecimal digits. */
export function randomToken(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}
