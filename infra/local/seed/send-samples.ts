import { readEnv } from '#functions/functions';
import { requestLimits } from '#functions/lib/aws-requests';
import type { AdminDeps, MessengerDeps } from '#functions/lib/deps';
import { connectSes } from '#functions/lib/mail/send';
import { sendMessage } from '#functions/messages/admin';
import { listMessages } from '#functions/messages/messages';
import { sendMessages } from '#functions/messages/messenger';
import { confirmJoining, createJoining } from '#functions/messages/newsletter';
import { newsletterConsent } from '#shared/consents';
import type { ClassId, UserId } from '#shared/lib/ids';
import { asAdmin } from './put.ts';

type Deps = Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>;

/** By the messenger's own code and the local mail service. For the messenger no time passes, so that its run sends all. */
const sendWaiting = async (deps: Deps): Promise<void> => {
  const { SITE_URL, MAIL_FROM } = readEnv('messenger');
  const { connectionTimeout, socketTimeout } = requestLimits.unhurried;
  const mail = { ses: connectSes({ connectionTimeout, socketTimeout }), from: MAIL_FROM };
  const messenger: MessengerDeps = {
    ...deps,
    mail,
    elapsed: () => 0,
    pause: async () => {},
    mailsPerSecond: Number.POSITIVE_INFINITY,
    siteUrl: SITE_URL,
  };
  const waiting = (await listMessages(deps.table, { before: undefined, limit: 10 })).filter(
    ({ state }) => state !== 'done',
  );
  await sendMessages(
    waiting.map(({ id }) => id),
    messenger,
  );
  mail.ses.destroy();
};

/** The log has emails that were delivered, bounced and held back: a bounced address gets no further message. */
export const sendSamples = async (
  { classId, admin, reader }: { readonly classId: ClassId; readonly admin: UserId; readonly reader: string },
  deps: Deps,
): Promise<void> => {
  const { table, clock } = deps;
  await sendWaiting(deps);
  const token = await createJoining(table, reader, clock());
  await confirmJoining(table, { token, wording: newsletterConsent, now: clock() });
  const messages = [
    {
      audience: { kind: 'class', class_id: classId },
      subject: 'Bring a warm layer',
      text: 'It gets cold by the river. Please bring a jumper and a full water bottle.',
    },
    {
      audience: { kind: 'readers' },
      subject: 'Holiday camp in spring',
      text: 'Our spring camp opens for booking next month. Readers hear the dates first.',
    },
  ] as const;
  for (const message of messages)
    await sendMessage({ ...asAdmin(admin, clock()), body: { ...message, about_booking: true } }, deps);
  await sendWaiting(deps);
};
