// VitePress makes a site of the Markdown that GitHub shows as it stands: static, searched in the browser,
// and without a request to another host.
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { ENTRIES } from '../../scripts/docs/reference.mjs';
import { liveScenes, mermaidBlocks, repositoryLinks, siteLinks } from './markdown.mjs';
import { GROUPS } from './pages.mjs';

const REPOSITORY = 'https://github.com/skein-sim/skein';

const API = Object.keys(ENTRIES).map((name) => ({ text: name, link: `/reference/${name}` }));

export default defineConfig({
  title: 'Skein',
  description:
    'Flocks, crowds and homing beams on many threads over one shared memory, in TypeScript, with the same bits for any number of threads.',
  lang: 'en-US',
  srcExclude: ['README.md', '**/node_modules/**'],
  markdown: {
    // As GitHub names the anchors of headings.
    anchor: { slugify: slug },
    config(markdown) {
      liveScenes(markdown);
      siteLinks(markdown);
      repositoryLinks(markdown, `${REPOSITORY}/blob/main/`);
      mermaidBlocks(markdown);
    },
  },
  // The viewer is put beside the pages when they are built.
  transformHead: ({ siteData }) => [
    ['link', { rel: 'icon', href: `${siteData.base}viewer/favicon.svg` }],
  ],
  // The pages have no frontmatter, which GitHub would show as a table.
  transformPageData(page) {
    if (page.relativePath === 'index.md') {
      page.title = 'Skein';
      page.titleTemplate = 'flocks, crowds and homing beams on many threads';
      Object.assign(page.frontmatter, { aside: false, pageClass: 'home' });
    }
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: { searchOptions: { maxFuzzy: 1 } } } },
    outline: [2, 3],
    nav: [
      { text: 'Tutorials', items: GROUPS[0].pages.filter(({ link }) => link.includes('tutorial')) },
      { text: 'Scenario', link: '/scenario' },
      { text: 'Behaviors', link: '/behaviors' },
      { text: 'API', link: '/reference/' },
      { text: 'Architecture', link: '/architecture' },
    ],
    sidebar: [
      ...GROUPS.map(({ text, pages }, index) => ({ text, items: pages, collapsed: index > 0 })),
      { text: 'API', collapsed: true, items: API },
    ],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
});
