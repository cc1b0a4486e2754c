// publint, apart from the other checks: those load a compiler, which takes longer than all that publint does.
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/**
 * What publint says of a folder, all of it.
 *
 * @param {string} folder
 */
export async function lintPackage(folder) {
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}
