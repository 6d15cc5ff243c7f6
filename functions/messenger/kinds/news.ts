import { brand } from '#shared/brand';
import { linksRoutes } from '#shared/contract/links-routes';
import { paths } from '#shared/paths';
import { recipientIdSchema } from '#shared/schemas/ids';
import { listReaders, type StoredReader } from '../../data/newsletter/readers.ts';
import { newsEmail } from '../../email/templates/written-message.ts';
import type { Prepare, PreparedMail } from './prepared.ts';

/** The address whose POST takes a reader off the list (RFC 8058). */
const oneClickUrl = (reader: string, secret: string, siteUrl: string): string =>
  new URL(`${linksRoutes.leaveNewsletter.path}?${new URLSearchParams({ reader, secret })}`, siteUrl).href;

/** News for the newsletter's readers, and nobody else (MSG-07): who has left by the time of sending gets none. */
export const prepareNews: Prepare<'news'> = async ({ facts }, { table, siteUrl }) => {
  const toMail = ({ id, email, leave_secret }: StoredReader): PreparedMail => ({
    compose: () => {
      const leaveLink = new URL(paths.newsletterLeaveLink(id, leave_secret), siteUrl).href;
      return {
        to: email,
        replyTo: brand.contact.email,
        unsubscribeUrl: oneClickUrl(id, leave_secret, siteUrl),
        ...newsEmail(facts, { siteUrl, leaveLink }),
      };
    },
  });
  const readers = await listReaders(table);
  return new Map(readers.map((reader) => [recipientIdSchema.parse(reader.id), toMail(reader)]));
};
