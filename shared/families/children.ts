import type { ClassType } from '#shared/classes/class';
import { photoConsent } from '#shared/consents';
import type { CoachCard, Contact, Photos } from '#shared/families/family';
import type { UserId } from '#shared/lib/ids';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { programmeIds, programmes } from '#shared/programmes';

const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));
const monthAndDayOf = (date: CalendarDate): string => date.slice(5);

/** Whole years (DAT-21). Without 29 February the birthday is 1 March, as in English law. Negative before the birth. */
export const ageOn = (dateOfBirth: CalendarDate, day: CalendarDate): number => {
  const isBeforeBirthday = monthAndDayOf(day) < monthAndDayOf(dateOfBirth);
  return yearOf(day) - yearOf(dateOfBirth) - (isBeforeBirthday ? 1 : 0);
};

/** The order of siblings in emails and on cards. */
export const oldestFirst = (one: { readonly age: number }, other: { readonly age: number }): number =>
  other.age - one.age;

/** "Miniballerz is for ages 3-5", or null. No booking is refused (PUB-20). @param firstSession the day of the age */
export const ageNote = (
  classType: ClassType,
  dateOfBirth: CalendarDate,
  firstSession: CalendarDate,
): string | null => {
  const { name, ages } = programmes[classType];
  const age = ageOn(dateOfBirth, firstSession);
  if (ages === null || (age >= ages.from && age <= ages.to)) return null;
  return `${name} is for ages ${ages.from}-${ages.to}`;
};

/** Programmes for the child's age on a day, those by level included (TRM-07). */
export const suitedProgrammes = (dateOfBirth: CalendarDate, day: CalendarDate): ClassType[] =>
  programmeIds.filter((type) => ageNote(type, dateOfBirth, day) === null);

const maxAgeYears = 25;

/** The reason why a date of birth is invalid today, or null. */
export const dateOfBirthIssue = (dateOfBirth: CalendarDate, today: CalendarDate): string | null => {
  if (dateOfBirth > today) return 'Date of birth cannot be in the future';
  const earliest = `${Number(today.slice(0, 4)) - maxAgeYears}${today.slice(4)}`;
  return dateOfBirth < earliest ? `Date of birth cannot be more than ${maxAgeYears} years ago` : null;
};

/** Letters with their marks, and between them what joins the parts of one first name in any script. */
const firstWord = /[\p{L}\p{M}]+(?:['`´‘’ʹʻʼ′·\-‐‑\p{Join_Control}][\p{L}\p{M}]+)*/u;

/** A suffix such as "Jr." stands behind a comma as a first name does. */
const suffix = /,\s*(?:[JS]r\.?|II|III|IV)\s*$/u;

/** "Ana" of "Ana Novak" or "Novak, Ana", for where the full name must not be. */
export const firstNameOf = (name: string): string => {
  const ofFamily = name.replace(suffix, '');
  const given = ofFamily.slice(ofFamily.lastIndexOf(',') + 1);
  return firstWord.exec(given)?.[0] ?? firstWord.exec(name)?.[0] ?? '';
};

export const unansweredPhotos: Photos = { photos_school: null, photos_web: null };

export const photoAnswer = (
  allowed: boolean,
  at: Instant,
  by: UserId,
): NonNullable<Photos['photos_school']> => ({ allowed, version: photoConsent.version, at, by });

export const allowedPhotos = ({ photos_school, photos_web }: Photos): CoachCard['photos'] => ({
  school: photos_school?.allowed === true,
  web: photos_web?.allowed === true,
});

/** The restriction for somebody with a camera (EME-06); null where all photos are allowed. */
export const photosText = ({ school, web }: CoachCard['photos']): string | null => {
  if (school && web) return null;
  if (school) return 'Photos within the school only';
  return web ? 'Photos for website and social media only' : 'No photos';
};

/** "Ruth Morgan (grandmother)". */
export const contactName = ({ name, relation }: Contact): string => `${name} (${relation})`;

export const collectText = ({ may_collect }: Contact): string =>
  may_collect ? 'may collect' : 'may not collect';

/** "Ruth Morgan (grandmother), 07700 900301, may collect". */
export const contactText = (contact: Contact): string =>
  [contactName(contact), contact.phone_number, collectText(contact)].join(', ');
