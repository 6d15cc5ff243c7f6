import {
  SESClient,
  SESServiceException,
  SendRawEmailCommand,
  type SendRawEmailCommandInput,
} from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { sesErrors } from '#infra/local/mail/ses-sink';
import { mimeFaults } from '../formats/check-mime.ts';

/** What SES does with one request, and what the sender learns. */
export type SesOutcome =
  | 'accept'
  | 'throttle'
  | 'down'
  | 'reject'
  /** The connection breaks before SES accepts the email, or after it. The sender cannot tell which. */
  | 'break-before'
  | 'break-after';

export interface FakeMail {
  readonly to: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly outcome: SesOutcome;
  /** SES sends it. */
  readonly isAccepted: boolean;
  /** The message in MIME format. */
  readonly data: string;
}

const toFakeMail = (input: SendRawEmailCommandInput, outcome: SesOutcome): FakeMail => ({
  to: input.Destinations?.[0] ?? '',
  tags: Object.fromEntries((input.Tags ?? []).map(({ Name, Value }) => [Name, Value ?? ''])),
  outcome,
  isAccepted: outcome === 'accept' || outcome === 'break-after',
  data: Buffer.from(input.RawMessage?.Data ?? []).toString(),
});

/**
 * A client of SES without a network, for tests on a virtual clock.
 * @param outcomeOf decides what becomes of the next email
 */
export const createFakeSes = (
  outcomeOf: (to: string) => SesOutcome | Promise<SesOutcome> = () => 'accept',
) => {
  const client = new SESClient({
    region: 'eu-west-2',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const mails: FakeMail[] = [];
  mockClient(client)
    .on(SendRawEmailCommand)
    .callsFake(async (input: SendRawEmailCommandInput) => {
      const mail = toFakeMail(input, await outcomeOf(input.Destinations?.[0] ?? ''));
      const faults = mimeFaults(mail.data);
      if (faults.length > 0) throw new Error(`The email breaks its standards: ${faults.join('; ')}`);
      mails.push(mail);
      const { outcome } = mail;
      if (outcome === 'accept') return { MessageId: `ses-${mails.length}` };
      if (outcome === 'break-before' || outcome === 'break-after') throw new Error('socket hang up');
      const { code: name, message, status } = sesErrors[outcome];
      throw new SESServiceException({
        name,
        message,
        $fault: 'client',
        $metadata: { httpStatusCode: status },
      });
    });
  return { client, mails };
};
