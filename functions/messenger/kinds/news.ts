import { brand } from '#shared/brand';
import { recipientIdSchema } from '#shared/schemas/ids';
import { listReaders, type StoredReader } from '../../data/newsletter/readers.ts';
import { unsubscribeLinks } from '../../lib/email/sending/unsubscribe-links.ts';
import { newsEmail } from '../../lib/email/templates/written-message.ts';
import type { Prepare, PreparedMail } from './prepared.ts';

/** News for the newsletter's readers only (MSG-07). A reader who has left before the sending gets none. */
export const prepareNews: Prepare<'news'> = async ({ facts }, { table, siteUrl }) => {
  const toMail = (reader: StoredReader): PreparedMail => ({
    compose: () => {
      const { unsubscribeUrl, page } = unsubscribeLinks(reader, siteUrl);
      return {
        ...{ to: reader.email, replyTo: brand.contact.email, unsubscribeUrl },
        ...newsEmail(facts, { siteUrl, leaveLink: page }),
      };
    },
  });
  const readers = new Map(
    (await listReaders(table)).map((reader) => [recipientIdSchema.parse(reader.id), reader]),
  );
  return {
    recipients: [...readers.keys()],
    mailsFor: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const reader = readers.get(id);
          return reader ? [[id, toMail(reader)] as const] : [];
        }),
      ),
  };
};
