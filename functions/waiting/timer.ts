import { businessMoment, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { instantOf, wallTimeSchema } from '#shared/lib/values';
import { isClassOver } from '#shared/sessions/sessions';
import { listManagedClasses } from '../classes/classes.ts';
import { archiveWrites } from '../classes/current-classes.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { DueWork, Recurring } from '../lib/due-work.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { log } from '../lib/log.ts';
import { renewalNoticePut } from '../terms/renewals.ts';
import { slotListUpdate } from './applications.ts';
import { settleList } from './ask-list.ts';
import { endOffer } from './end-offer.ts';
import { getRenewal, offerFromItem, type StoredOffer } from './offers.ts';
import { waitingMailPut } from './waiting-mails.ts';

const checkedAt = wallTimeSchema.parse('00:30');

// Writes of one transaction, less those of the daily work itself. The next day takes the rest.
const maxLists = 90;

/** Makes the lists of ended classes due, which are closed one by one (WAI-12). Classes over for long leave the listing. */
export const waitingLists: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, checkedAt, timeZone),
  isOver: (day, today) => day < today,
  perform: async (_, { table, clock, timeZone }) => {
    const moment = businessMoment(clock(), timeZone);
    const classes = await listManagedClasses(table, { consistent: true });
    const over = classes.filter((cls) => !cls.deleting && isClassOver(cls, moment));
    const listed = over
      .flatMap(({ time_slots }) => time_slots)
      .filter(({ waiting = 0, held = 0 }) => waiting + held > 0)
      .slice(0, maxLists);
    const dueAt = instantOf(moment.now);
    return [
      ...archiveWrites(table, classes, moment),
      ...listed.map(({ class_id, id }) =>
        slotListUpdate(table, { class_id, time_slot_id: id }, { add: {}, dueAt }),
      ),
    ];
  },
};

// One message tells of all renewals that ran out at the same time (TRM-11).
const tellingWrites = async (offer: StoredOffer, { table, clock }: TimedDeps): Promise<ExtraWrites> => {
  const now = clock();
  if (!offer.renewal) return [waitingMailPut(table, 'offer-ended', offer, now)];
  const renewal = await getRenewal(table, offer.renewal);
  if (!renewal) return [];
  const notice = { publication: renewal.message_id, until: offer.until };
  return [renewalNoticePut(table, notice, instantOf(now))];
};

/**
 * The application leaves the list, and the next family is asked at once (WAI-06, WAI-10). An offer that was answered
 * meanwhile stays as it is.
 * @throws ContentionError where contention persisted
 */
export const endDueOffer = async ({ item }: DueWork, deps: TimedDeps): Promise<void> => {
  const { table, clock } = deps;
  const offer = offerFromItem(item);
  const now = clock();
  const { outcome } = await endOffer(table, offer, {
    state: 'expired',
    application: 'leaves',
    at: instantOf(now),
    extraWrites: await tellingWrites(offer, deps),
  });
  if (outcome === 'busy') throw new ContentionError('Contention on a waiting list persisted');
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'offer',
    offer: offer.id,
    ...(outcome !== 'done' && { reason: 'answered meanwhile' }),
  });
  await settleList({ class_id: offer.class_id, id: offer.time_slot_id }, deps);
};
