import type { TestProject } from 'vitest/node';
import { builtSite } from '../../../scripts/serving/site.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the page as `npm start` serves it. */
    site: string;
  }
}

/** Has the page built once for all tests of it. */
export default function buildSite(project: TestProject): void {
  project.provide('site', builtSite());
}
