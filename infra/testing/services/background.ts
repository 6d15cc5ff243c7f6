import { handleRecords as handleMails } from '#functions/entries/mailer-records';
import { handleRecords as handleMessages } from '#functions/entries/messenger-records';
import * as timer from '#functions/entries/timer-work';
import * as bounces from '#functions/messages/bounces';
import * as messenger from '#functions/messages/messenger';
import { inRole } from '#infra/local/roles/roles';

/** What runs in the background, as tests call it: under the role of its function. */
export const runMailer = inRole('mailer', handleMails);
export const runMessenger = inRole('messenger', handleMessages);
export const sendMessages = inRole('messenger', messenger.sendMessages);
export const runDue = inRole('timer', timer.runDue);
export const scheduleDailyWork = inRole('timer', timer.scheduleDailyWork);
export const handleReports = inRole('bounces', bounces.handleReports);
