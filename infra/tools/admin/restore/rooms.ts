import { entityAttribute, type Item } from '#functions/lib/dynamo/items';
import * as classKeys from '#functions/lib/dynamo/keys-of-classes';
import * as people from '#functions/lib/dynamo/keys-of-people';

const noId = '‹id›' as never;

const of = ({ PK }: { readonly PK: string }): string =>
  PK.includes('#') ? PK.slice(0, PK.indexOf('#') + 1) : PK;

/** Names, or prefixes that end with `#`. A test makes every key, and finds each in one room. */
const partitions = {
  accounts: [
    ...[people.accountPartitionPrefix, people.registrationPartitionPrefix, people.tokenPartitionPrefix],
    ...[people.wordPartitionPrefix, people.usesPartitionPrefix, people.attemptPartitionPrefix],
    ...[of(people.coachesPartition), of(people.invitationsPartition), of(people.peopleCountsKey)],
    of(people.erasedPartition),
  ],
  families: [
    ...[people.familyPartitionPrefix, people.familyNotesPartitionPrefix, of(people.importsPartition)],
    ...[of(people.importRowsPartition(noId)), of(people.phoneTurnKey('')), of(people.familyTasksPartition)],
  ],
  classes: [
    ...[of(classKeys.cataloguePartition), of(classKeys.draftsPartition), of(classKeys.venuesPartition)],
    of(classKeys.plannedKey({ class_id: noId, first_week: noId })),
  ],
  booking: [
    ...[classKeys.rosterPartitionPrefix, classKeys.historyPartitionPrefix],
    ...[of(classKeys.lateEndingsPartition), classKeys.dayLinkPartitionPrefix],
  ],
  sessions: [
    ...[classKeys.cancellationsPartitionPrefix, of(classKeys.coversPartition), people.feedPartitionPrefix],
  ],
  waiting: [
    ...[classKeys.waitingPartitionPrefix, classKeys.offerPartitionPrefix],
    classKeys.offerLinkPartitionPrefix,
  ],
  terms: [classKeys.renewalPartitionPrefix, of(classKeys.renewalRemindersPartition)],
  ledger: [
    ...[people.ledgersPartition, people.entriesPartitionPrefix, people.entryNotesPartitionPrefix],
    people.referencePartitionPrefix,
  ],
  bank: [people.bankRowPartitionPrefix, of(people.unassignedRowsPartition)],
  cards: [
    people.cardPaymentPartitionPrefix,
    people.cardIntentPartitionPrefix,
    of(people.cardOfficePartition),
  ],
  registers: [classKeys.registerPartitionPrefix, people.viewPartitionPrefix],
  messages: [
    ...[people.messagePartitionPrefix, people.messengerPartition, people.mailPartitionPrefix],
    ...[people.joiningPartitionPrefix, of(people.newsletterPartition)],
  ],
  school: [
    ...[of(classKeys.schoolSettingsKey), classKeys.dailyPartition, people.activityPartitionPrefix],
    ...[classKeys.heartbeatPartition, of(classKeys.dueTriesPartition)],
  ],
} as const satisfies Record<string, readonly string[]>;

export const partitionsOfRooms: readonly (readonly [partition: string, room: string])[] = Object.entries(
  partitions,
).flatMap(([room, names]) => names.map((name) => [name, room] as const));

const roomOfPartition = new Map(partitionsOfRooms);

/** The room of an item. A partition that only a newer version has is in none. */
export const roomOf = ({ PK }: Item): string => roomOfPartition.get(of({ PK: String(PK) })) ?? 'unknown';

export const rooms: readonly string[] = [...Object.keys(partitions), 'unknown'];

export const entityOf = (item: Item): string => String(item[entityAttribute]);
