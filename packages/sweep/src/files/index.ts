export { leadsTo } from './leads-to.ts';
export {
  checkReplaceable,
  NoPlainFileError,
  Replacement,
  type ReplacingFs,
  replaceFile,
  syncFolder,
  temporaryOf,
} from './replacement.ts';
export { RowFile } from './row-file.ts';
export { trueCause } from './true-cause.ts';
