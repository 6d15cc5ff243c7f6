import { linksRoutes } from '#shared/contract/links-routes';
import { paths } from '#shared/paths';
import type { ReaderId } from '#shared/schemas/newsletter';

interface ReaderLink {
  readonly id: ReaderId;
  readonly leave_secret: string;
}

/**
 * The links with which a reader leaves the newsletter; both work at any time.
 * @param siteUrl origin of the site
 * @returns `unsubscribeUrl` for the headers of RFC 8058, and `page` for the text of the email
 */
export const unsubscribeLinks = ({ id, leave_secret }: ReaderLink, siteUrl: string) => {
  const url = new URL(linksRoutes.leaveNewsletter.path, siteUrl);
  url.search = new URLSearchParams({ reader: id, secret: leave_secret }).toString();
  return {
    unsubscribeUrl: url.href,
    page: new URL(paths.newsletterLeaveLink(id, leave_secret), siteUrl).href,
  };
};
