import type { HtmlTagDescriptor, Plugin } from 'vite';

/** 1200 x 630, in public/. */
const PICTURE = 'preview.jpg';
const ALT = 'Beams of light fly through a murmuration of starlings';

/**
 * The picture that a link to the page is shown with. What reads it takes absolute addresses only, so the page has
 * it where SKEIN_SITE_URL says at the build where it will be.
 */
export function linkPreview(siteUrl: string | undefined): Plugin {
  const tags = previewTags(siteUrl);
  return { name: 'link-preview', apply: 'build', transformIndexHtml: () => tags };
}

/** @throws TypeError for an address that is none of the web */
export function previewTags(siteUrl: string | undefined): HtmlTagDescriptor[] {
  if (siteUrl === undefined || siteUrl === '') return [];
  const site = URL.canParse(siteUrl) ? new URL(siteUrl) : undefined;
  if (site === undefined || !/^https?:$/.test(site.protocol)) {
    throw new TypeError(
      `SKEIN_SITE_URL: found "${siteUrl}", expected an address such as https://example.org/skein/.`,
    );
  }
  // The page is in the folder, also where its last slash was left out.
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
