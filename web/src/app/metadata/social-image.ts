import { siteUrlPlaceholder } from '#shared/built-pages';

/** The image of link previews; `npm run images` draws it. */
export const socialImage = {
  url: `${siteUrlPlaceholder}/social-preview.png`,
  width: 1200,
  height: 630,
} as const;
