import { describe, expect, it } from 'vitest';
import { previewTags } from '../plugins/link-preview.ts';

describe('the preview of a link', () => {
  const contentOf = (siteUrl: string, wanted: string) =>
    previewTags(siteUrl).find(({ attrs }) => (attrs?.property ?? attrs?.name) === wanted)?.attrs
      ?.content;

  it.each([
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/skein', 'https://example.org/skein/'],
    ['http://example.org:8080/a/skein/?x=1#y', 'http://example.org:8080/a/skein/'],
  ])('has absolute addresses for %s', (siteUrl, page) => {
    expect(contentOf(siteUrl, 'og:url')).toBe(page);
    expect(contentOf(siteUrl, 'og:image')).toBe(`${page}preview.jpg`);
    expect(contentOf(siteUrl, 'twitter:card')).toBe('summary_large_image');
  });

  it('has no picture without the address of the page', () => {
    expect(previewTags(undefined)).toEqual([]);
    expect(previewTags('')).toEqual([]);
  });

  it.each(['example.org', './skein/', 'ftp://example.org/'])('refuses %s', (siteUrl) => {
    expect(() => previewTags(siteUrl)).toThrow(`SKEIN_SITE_URL: found "${siteUrl}", expected`);
  });
});
