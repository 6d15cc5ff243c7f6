import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminDeps } from '#functions/admin/deps';
import { sendMessage } from '#functions/admin/messages/send-message';
import { systemPause } from '#functions/clock';
import { listMessages } from '#functions/data/messages/messages';
import { listRecipients } from '#functions/data/messages/recipients';
import { confirmJoining, createJoining } from '#functions/data/newsletter/joining';
import { readEnv } from '#functions/env';
import { connectSes } from '#functions/lib/email/sending/ses-client';
import type { MessengerDeps } from '#functions/messenger/deps';
import { sendMessages } from '#functions/messenger/send-messages';
import { newsletterConsent } from '#shared/newsletter-consent';
import { type ClassId, idempotencyKeySchema, type MessageId, type UserId } from '#shared/schemas/ids';

type Deps = Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>;

/** How long the local mail service may take to report. */
const reportsWithinMs = 5_000;

/** Waits until the mail service has reported on each email that it accepted. */
const untilReported = async (ids: readonly MessageId[], { table }: Deps): Promise<void> => {
  const end = Date.now() + reportsWithinMs;
  for (const id of ids) {
    while ((await listRecipients(table, id)).some(({ state }) => state === 'accepted')) {
      if (Date.now() > end) throw new Error('The local mail service has not reported on the sample emails');
      await sleep(50);
    }
  }
};

/** Sends the messages that wait, by the messenger's own code through the local mail service. */
const sendWaiting = async (deps: Deps): Promise<void> => {
  const { SITE_URL, MAIL_FROM } = readEnv('messenger');
  const mail = { ses: connectSes(), from: MAIL_FROM };
  const messenger: MessengerDeps = {
    ...deps,
    mail,
    elapsed: () => performance.now(),
    pause: systemPause,
    mailsPerSecond: 1_000,
    siteUrl: SITE_URL,
  };
  const waiting = (await listMessages(deps.table, { before: undefined, limit: 10 })).filter(
    ({ state }) => state !== 'done',
  );
  const ids = waiting.map(({ id }) => id);
  await sendMessages(ids, messenger);
  await untilReported(ids, deps);
  mail.ses.destroy();
};

type Written = Parameters<typeof sendMessage>[0]['body'];

const write = (userId: UserId, message: Omit<Written, 'about_booking'>, deps: Deps) =>
  sendMessage(
    {
      caller: { userId, role: 'admin', signedInAt: deps.clock() },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
      body: { ...message, about_booking: true },
    },
    deps,
  );

const joinNewsletter = async (email: string, { table, clock }: Deps): Promise<void> => {
  const token = await createJoining(table, email, clock());
  await confirmJoining(table, { token, wording: newsletterConsent, now: clock() });
};

/**
 * Sends the message of the cancelled session, then one to its class and a newsletter. The log has emails that were
 * delivered, bounced and held back: an address that bounced once gets no further message.
 */
export const sendSamples = async (
  { classId, admin, reader }: { readonly classId: ClassId; readonly admin: UserId; readonly reader: string },
  deps: Deps,
): Promise<void> => {
  await sendWaiting(deps);
  await joinNewsletter(reader, deps);
  await write(
    admin,
    {
      audience: { kind: 'class', class_id: classId },
      subject: 'Bring a warm layer',
      text: 'It gets cold by the river. Please bring a jumper and a full water bottle.',
    },
    deps,
  );
  await write(
    admin,
    {
      audience: { kind: 'readers' },
      subject: 'Holiday camp in spring',
      text: 'Our spring camp opens for booking next month. Readers hear the dates first.',
    },
    deps,
  );
  await sendWaiting(deps);
};
