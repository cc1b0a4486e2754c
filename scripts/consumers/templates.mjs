// The projects that `npm create skein` creates, unchanged.
import { chromium } from 'playwright';
import { browserArguments, requireBrowser } from '../setup/browser.mjs';

/** @typedef {import('./project.mjs').Consumer} Consumer */
/** @typedef {import('./project.mjs').Project} Project */

const PAGE_MS = 60_000;
/** The text of the pages once they step on threads. */
const STEPPING = /tick \d{2,}, [\d,]+ \w+, \d+ threads/;

/**
 * @param {string} template
 * @param {readonly string[]} tools
 * @returns {Consumer}
 */
function page(template, tools) {
  return {
    name: `create-${template}`,
    how: `\`npm create skein\`, template ${template}, dev server and build`,
    tools,
    isPage: true,
    async run(project) {
      create(project, template);
      const server = ['--host', '127.0.0.1', '--port', '0'];
      await project.serve('vite', server, look);
      project.command('npm', 'run', 'build');
      return project.serve('vite', ['preview', ...server], look);
    },
  };
}

/** @type {Consumer} */
const node = {
  name: 'create-node',
  how: '`npm create skein`, template node',
  tools: [],
  async run(project) {
    create(project, 'node');
    const said = project
      .command('npm', 'start')
      .match(/^tick .*$/gm)
      ?.at(-1);
    if (said === undefined) throw new Error('found no tick in what the script prints');
    return { said };
  },
};

/**
 * @param {Project} project
 * @param {string} template
 */
function create(project, template) {
  project.command('npm', 'create', '--yes', 'skein', 'app', '--', '--template', template);
  project.enter('app');
  project.command('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error');
}

/** @param {string} address */
async function look(address) {
  const executablePath = requireBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments() });
  try {
    const tab = await browser.newPage();
    await tab.goto(address);
    const status = tab.getByRole('status');
    await status.filter({ hasText: STEPPING }).waitFor({ timeout: PAGE_MS });
    return { said: (await status.textContent()) ?? '' };
  } finally {
    await browser.close();
  }
}

export const TEMPLATES = [
  node,
  page('page', ['vite']),
  page('three', ['vite', 'three']),
  page('react', ['vite', 'react', '@react-three/fiber', 'three']),
];
