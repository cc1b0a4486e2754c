// All consumers, in the order of the report.
import { SCRIPTS } from './node.mjs';
import { PAGES } from './pages.mjs';
import { TEMPLATES } from './templates.mjs';

/** @type {readonly import('./project.mjs').Consumer[]} */
export const CONSUMERS = [...SCRIPTS, ...PAGES, ...TEMPLATES];
