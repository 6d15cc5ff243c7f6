import { businessMoment } from '#shared/domain/time/business-time';
import { readSettings } from '../../data/settings/settings.ts';
import { readStatement } from '../../data/views/read-statement.ts';
import { paymentReminderEmail } from '../../lib/email/templates/payment-reminder.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { chooseReminded } from './reminded-families.ts';

/** Whom a reminder would reach, and the email of the first family (PAY-08). */
export const getReminderPreview: Operation<'getReminderPreview', AdminDeps> = async ({ body }, deps) => {
  const { table, clock, timeZone, siteUrl } = deps;
  const { reminded, skipped } = await chooseReminded(body.families, deps);
  const [first] = reminded;
  const [found, settings] = await Promise.all([
    first && readStatement(table, first.profile.id, businessMoment(clock(), timeZone)),
    readSettings(table),
  ]);
  const email = found && paymentReminderEmail(found.statement, settings, siteUrl);
  return { recipients: reminded.length, skipped, subject: email?.subject ?? '', html: email?.html ?? '' };
};
