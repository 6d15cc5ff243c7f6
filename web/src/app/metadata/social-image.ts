import { siteUrlPlaceholder } from '#shared/documents';

/** The picture that previews of a link show; `npm run images` draws it. */
export const socialImage = {
  url: `${siteUrlPlaceholder}/social-preview.png`,
  width: 1200,
  height: 630,
} as const;
