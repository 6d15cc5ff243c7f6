import { zoneWhereTwice } from '#shared/lib/business-time';
import { formatDate, formatTime } from '#shared/lib/format';
import { namesOf } from '#shared/lib/names';
import { calendarDateSchema, type Instant } from '#shared/lib/values';
import { type Activity, isAdultAction, type NamedActivity, operatorId } from '#shared/school/activity';
import { siteConfig } from '../../../lib/api/config.ts';
import { businessClock } from '../../../lib/time/today.ts';

const actionTexts: Record<Activity['action'], string> = namesOf({
  'class.created': 'Created a class',
  'class.drafted': 'Saved a draft of a class',
  'class.draft-updated': 'Changed a draft of a class',
  'class.draft-deleted': 'Deleted a draft of a class',
  'class.published': 'Published a class',
  'class.updated': 'Changed a class',
  'class.deleted': 'Deleted a class',
  'venue.created': 'Created a venue',
  'venue.updated': 'Changed a venue',
  'venue.deleted': 'Deleted a venue',
  'session.cancelled': 'Cancelled a session',
  'session.restored': 'Brought a session back',
  'session.remedied': 'Chose what families get for a cancelled session',
  'session.credited': 'Credited a session',
  'waiting.added': 'Added a family to a waiting list',
  'waiting.put-first': 'Put a family first on a waiting list',
  'waiting.removed': 'Took a family off a waiting list',
  'waiting.offer-withdrawn': 'Withdrew an offer of a place',
  'waiting.offer-taken': 'Accepted an offer of a place for a family',
  'waiting.offer-declined': 'Declined an offer of a place for a family',
  'booking.made': 'Booked',
  'booking.updated': 'Corrected a booking',
  'booking.deleted': 'Deleted a booking',
  'booking.cancelled': 'Cancelled a booking',
  'booking.credited': 'Credited a late cancellation',
  'booking.moved': 'Moved a booking',
  'family.added': 'Added a family',
  'families.imported': 'Imported families',
  'families.import-undone': 'Took an import of families back',
  'families.invited': 'Invited families of an import',
  'family.children-added': 'Added children to a family',
  'family.child-corrected': 'Corrected a child of a family',
  'family.exported': 'Downloaded the data of a family',
  'family.invited': 'Invited a family',
  'family.adult-invited': 'Invited a second adult to a family',
  'family.adult-joined': 'Joined a family as its second adult',
  'family.adult-removed': 'Ended the access of a second adult',
  'family.login-removed': 'Took a login off a family',
  'family.money-mails-changed': 'Chose who gets the emails about money',
  'family.holder-changed': 'Made the second adult the holder of a family',
  'family.joined': 'Joined two families',
  'family.not-same': 'Said that two families are not the same',
  'parent.updated': 'Changed a parent',
  'parent.deleted': 'Deleted a parent account',
  'role.granted': 'Granted the admin role',
  'role.revoked': 'Revoked the admin role',
  'admin.invited': 'Invited an administrator',
  'admin.invitation-withdrawn': 'Withdrew the invitation of an administrator',
  'second-factor.on': 'Set up two-step login',
  'second-factor.reset': 'Reset the two-step login',
  'coach.granted': 'Made a coach',
  'coach.invited': 'Invited a coach',
  'coach.invitation-withdrawn': 'Withdrew the invitation of a coach',
  'coach.revoked': 'Took the role coach away',
  'coach.checked': 'Entered checks of a coach',
  'cover.set': 'Chose who stands in at a session',
  'reader.removed': 'Removed a reader of the newsletter',
  'message.sent': 'Sent a message',
  'message.resent': 'Sent a message again',
  'message.left': 'Left a message unsent to some',
  'mail.sent-again': 'Sent an email again',
  'mail.left': 'Left an email unsent',
  'entry.recorded': 'Recorded in an account',
  'entry.taken-back': 'Took back in an account',
  'bank-row.ignored': 'Ignored a row of a bank file',
  'families.reminded': 'Reminded of payments',
  'settings.updated': 'Changed the settings',
});

/** An administrator, an adult of a family, or the command line. */
export const actorText = ({
  actor_id,
  actor_name,
  ...activity
}: Pick<NamedActivity, 'actor_id' | 'actor_name' | 'action' | 'family_id'>): string => {
  if (actor_id === operatorId) return 'Command line';
  return actor_name ?? (isAdultAction(activity) ? 'A former adult of this family' : 'A deleted account');
};

const readableDate = (text: string): string => {
  const date = calendarDateSchema.safeParse(text);
  return date.success ? formatDate(date.data) : text;
};

/** "Changed a class: venue, end date", "Cancelled a session: Nov 28, 2026", "Booked for the family of Ana Novak". */
export const activityText = ({
  action,
  fields,
  changes,
  family_id,
  family_name,
}: Pick<NamedActivity, 'action' | 'fields' | 'changes'> &
  Partial<Pick<NamedActivity, 'family_id' | 'family_name'>>): string => {
  if (family_id) return `${actionTexts[action]} for the family of ${family_name ?? 'a deleted account'}`;
  if (changes)
    return `${actionTexts[action]}: ${changes.map(({ field, before, after }) => `${field}: ${before}, now ${after}`).join('; ')}`;
  const names = fields
    .map((field) => field.replaceAll('_', ' ').replace(/\d{4}-\d\d-\d\d/g, readableDate))
    .join(', ');
  return names ? `${actionTexts[action]}: ${names}` : actionTexts[action];
};

export const instantText = (instant: Instant): string => {
  const { date, time } = businessClock(instant);
  const zone = zoneWhereTwice(new Date(instant), siteConfig().timeZone);
  return `${formatDate(date)}, ${formatTime(time)}${zone ? ` ${zone}` : ''}`;
};
