// What the Markdown of docs/ needs beyond what VitePress does with it.
import { posix } from 'node:path';

/** Where the site is published. Links to generated pages lead there, as the repository does not have these pages. */
export const SITE = 'https://skein-sim.github.io/skein/';

/**
 * Links to the published site lead to the same page of this site.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function siteLinks(markdown) {
  markdown.core.ruler.push('site-links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.type === 'link_open' ? token.attrGet('href') : null;
      if (!target?.startsWith(SITE)) continue;
      token.attrSet('href', `./${target.slice(SITE.length).replace('.html', '.md')}`);
    }
  });
}

/**
 * Links that lead out of docs/, as to a source file, lead to the repository.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 * @param {string} repository address of the root's files
 */
export function repositoryLinks(markdown, repository) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = posix.join('docs', env.relativePath ?? '');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.type === 'link_open' ? token.attrGet('href') : null;
      if (target === null || /^([a-z]+:|#|\/)/.test(target)) continue;
      const path = posix.join(posix.dirname(page), target);
      if (!path.startsWith('docs/')) token.attrSet('href', repository + path);
    }
  });
}

/**
 * A block of mermaid becomes a drawing; see theme/mermaid-drawing.mjs.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function mermaidBlocks(markdown) {
  const fence = markdown.renderer.rules.fence;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    return `<MermaidDrawing text="${encodeURIComponent(content)}" />\n`;
  };
}

/**
 * A picture alone in its paragraph that links to a scene's file runs that scene; see theme/live-scene.mjs. On the home
 * page it does so by itself.
 *
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function liveScenes(markdown) {
  markdown.core.ruler.push('live-scenes', ({ tokens, env }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== 'inline' || children?.length !== 3) continue;
      const [link, image] = children;
      const [, scene] = /^\.\.\/scenarios\/([\w-]+)\.json$/.exec(link.attrGet('href') ?? '') ?? [];
      if (scene === undefined || image.type !== 'image') continue;
      const playing = env.relativePath === 'index.md' ? ' playing' : '';
      become(tokens[index - 1], `<LiveScene scene="${scene}"${playing}>\n`);
      tokens[index].children = [image];
      become(tokens[index + 1], '</LiveScene>\n');
    }
  });

  /** @param {{ type: string, content: string }} token @param {string} content */
  function become(token, content) {
    Object.assign(token, { type: 'html_block', content });
  }
}
