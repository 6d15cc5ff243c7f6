import type { SNSEvent } from 'aws-lambda';
import { noteEmailProblem } from '../data/families/email-problems.ts';
import type { Table } from '../data/table.ts';
import { log } from '../log.ts';
import { readReport } from './read-report.ts';

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

/**
 * Notes on profiles what SES reports: bounces and complaints.
 * @throws what the table throws, and for a report that cannot be read: Lambda delivers it again, and parks it in the end
 */
export const handleReports = async ({ Records }: SNSEvent, table: Table): Promise<void> => {
  for (const { Sns } of Records) {
    const report = read(Sns.Message);
    if (!report) {
      log.info('email-problem.none', { message: Sns.MessageId });
      continue;
    }
    const { userId, emails, problem } = report;
    for (const email of emails) {
      const noted = await noteEmailProblem(table, { userId, email, problem });
      log.info(noted ? 'email-problem.noted' : 'email-problem.nothing-to-note', {
        user: userId,
        kind: problem.kind,
      });
    }
  }
};
