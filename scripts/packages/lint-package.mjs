// Runs publint. It is separate from the other checks, because they load a compiler, which takes longer than publint
// itself.
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/**
 * Returns all messages of publint for a folder.
 *
 * @param {string} folder
 */
export async function lintPackage(folder) {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}
