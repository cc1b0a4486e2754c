export { leadsTo } from './leads-to.ts';
export {
  checkReplaceable,
  NoPlainFileError,
  Replacement,
  type ReplacingFs,
  replaceFile,
  temporaryOf,
} from './replacement.ts';
export { RowFile } from './row-file.ts';
