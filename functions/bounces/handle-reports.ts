import type { SNSEvent } from 'aws-lambda';
import { noteEmailProblem } from '../data/families/email-problems.ts';
import { raiseState } from '../data/messages/recipients.ts';
import type { Table } from '../data/table.ts';
import { log } from '../log.ts';
import { type Report, readReport } from './read-report.ts';

/** Stands for an error of a schema, which quotes the input with its addresses and must not reach a log. */
class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';
}

const read = (message: string) => {
  try {
    return readReport(message);
  } catch {
    throw new UnreadableReportError('Not an event as SES documents it');
  }
};

const noteProblem = async (table: Table, { userId, emails, problem }: NonNullable<Report['account']>) => {
  for (const email of emails) {
    const noted = await noteEmailProblem(table, { userId, email, problem });
    log.info(noted ? 'email-problem.noted' : 'email-problem.nothing-to-note', {
      user: userId,
      kind: problem.kind,
    });
  }
};

/**
 * Notes what SES reports: on profiles that the address is undeliverable, and on the recipients of messages the state of
 * their email. Repeated and late events change nothing (MSG-06).
 * @throws what the table throws, and for a report that cannot be read: Lambda delivers it again, and parks it in the end
 */
export const handleReports = async ({ Records }: SNSEvent, table: Table): Promise<void> => {
  for (const { Sns } of Records) {
    const { account, recipient } = read(Sns.Message) ?? {};
    if (account) await noteProblem(table, account);
    if (recipient) await raiseState(table, recipient, recipient.recipient, recipient.state);
    if (!account && !recipient) log.info('email-problem.none', { message: Sns.MessageId });
  }
};
