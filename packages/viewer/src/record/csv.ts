// Loaded when a table is saved.
export { csvHeader, csvRows } from '@skein/core';
