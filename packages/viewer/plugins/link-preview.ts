import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The preview picture in public/, 1200 x 630 pixels. */
const PICTURE = 'preview.jpg';
const ALT = 'Beams of light fly through a murmuration of starlings';

/**
 * Adds the tags for the preview of links to the page. Previews need absolute addresses, so the tags are added only if
 * SKEIN_SITE_URL gives the page's address at build time.
 */
export function linkPreview(siteUrl: string | undefined): Plugin {
  const tags = previewTags(siteUrl);
  return { name: 'link-preview', apply: 'build', transformIndexHtml: () => tags };
}

/**
 * The tags for the preview.
 *
 * @throws TypeError when the address is not an HTTP address
 */
export function previewTags(siteUrl: string | undefined): HtmlTagDescriptor[] {
  if (siteUrl === undefined || siteUrl === '') return [];
  const site = URL.canParse(siteUrl) ? new URL(siteUrl) : undefined;
  if (site === undefined || !/^https?:$/.test(site.protocol)) {
    throw new TypeError(
      `SKEIN_SITE_URL: found "${siteUrl}", expected an address such as https://example.org/skein/.`,
    );
  }
  // The address is that of a folder, even if its last slash was left out.
  if (!site.pathname.endsWith('/')) site.pathname += '/';
  const page = site.origin + site.pathname;
  const properties = {
    'og:url': page,
    'og:image': new URL(PICTURE, page).href,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': ALT,
  };
  return [
    ...Object.entries(properties).map(([property, content]) => ({
      tag: 'meta',
      attrs: { property, content },
      injectTo: 'head' as const,
    })),
    {
      tag: 'meta',
      attrs: { name: 'twitter:card', content: 'summary_large_image' },
      injectTo: 'head',
    },
  ];
}
