import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { readOrSetAside } from '../json-file.ts';

const storedMailSchema = z.object({
  id: z.string(),
  to: z.readonly(z.array(z.string())),
  from: z.string(),
  // Messages that were stored before these headers have neither.
  reply_to: z._default(z.nullable(z.string()), null),
  unsubscribe: z._default(z.nullable(z.string()), null),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sent_at: z.string(),
});
export type StoredMail = z.infer<typeof storedMailSchema>;

export interface MailStore {
  /** Newest first. */
  list(): readonly StoredMail[];
  get(id: string): StoredMail | undefined;
  /** Stores a message; returns its id. */
  add(mail: Omit<StoredMail, 'id' | 'sent_at'>): Promise<string>;
}

const isMail = (name: string): boolean => name.endsWith('.json');

/** Opens the messages in a folder, one file each. */
export const openMailStore = async (folder: string): Promise<MailStore> => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter(isMail).toSorted().toReversed();
  const read = await Promise.all(names.map((name) => readOrSetAside(join(folder, name), storedMailSchema)));
  const mails = read.filter((mail) => mail !== undefined);
  return {
    list: () => mails,
    get: (id) => mails.find((mail) => mail.id === id),
    add: async (content) => {
      const now = new Date();
      const mail = { id: ulid(now.getTime()), ...content, sent_at: now.toISOString() };
      const path = join(folder, `${mail.id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(mail, null, 2));
      await rename(`${path}.part`, path);
      mails.unshift(mail);
      return mail.id;
    },
  };
};
