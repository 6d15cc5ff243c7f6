import { randomUUID } from 'node:crypto';
import { getFamilyLedger } from '#functions/data/ledger/family-ledger';
import { askList, readListedSlot } from '#functions/data/waiting/ask-list';
import { putFirst } from '#functions/data/waiting/change-entry';
import { dropEntry } from '#functions/data/waiting/drop-entry';
import { endOffer } from '#functions/data/waiting/end-offer';
import { presentOffer } from '#functions/data/waiting/present-offer';
import { storeEntry } from '#functions/data/waiting/store-entry';
import { getOffer } from '#functions/data/waiting/stored-offer';
import { takeOffer } from '#functions/data/waiting/take-offer';
import { listEntries, type StoredEntry } from '#functions/data/waiting/waiting-entries';
import { businessMoment } from '#shared/domain/time/business-time';
import { isWaiting } from '#shared/domain/waiting/waiting';
import { idempotencyKeySchema, type OfferId, type WaitingEntryId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { sampleNow, sampleTimeZone, sampleToday } from '../samples/samples.ts';
import type { ActOf } from './acts.ts';
import type { Carried } from './linearize.ts';
import type { SlotContext } from './slot-context.ts';

const findEntry = async ({ table, slotId }: SlotContext, id: WaitingEntryId) =>
  (await listEntries(table, slotId)).find((entry) => entry.id === id);

const listed = async ({ table, cls, slotId }: SlotContext) => {
  const found = await readListedSlot(table, cls.id, slotId);
  if (!found) throw new Error('The slot is gone');
  return found;
};

export const join = async (context: SlotContext, act: ActOf<'join'>): Promise<Carried> => {
  const { table, cls, slotId } = context;
  const entry: StoredEntry = {
    id: act.entry,
    parent_id: act.family,
    class_id: cls.id,
    time_slot_id: slotId,
    child_ids: [...act.children],
    since: act.at,
    put_first_at: null,
    passed_over_at: null,
    offer_id: null,
    idempotency_key: idempotencyKeySchema.parse(randomUUID()),
    put_first_reason: null,
  };
  const { slot } = await listed(context);
  const ledger = await getFamilyLedger(table, act.family, { consistent: true });
  if (!ledger) return 'refused';
  const { outcome } = await storeEntry(table, { entry, slot, ledger, isCounted: false }, []);
  if (outcome === 'again') return join(context, act);
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'joined' ? 'done' : 'refused';
};

export const leave = async (context: SlotContext, act: ActOf<'leave'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry) return 'refused';
  const outcome = await dropEntry(context.table, entry, { at: act.at, offerState: 'declined' });
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'refused' ? leave(context, act) : 'done';
};

export const first = async (context: SlotContext, act: ActOf<'put-first'>): Promise<Carried> => {
  const entry = await findEntry(context, act.entry);
  if (!entry || !isWaiting(entry)) return 'refused';
  const outcome = await putFirst(context.table, entry, { at: act.at, reason: 'other' }, []);
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'refused' ? first(context, act) : 'done';
};

export const ask = async (context: SlotContext, moment: Instant): Promise<Carried> => {
  const present = businessMoment(new Date(moment), sampleTimeZone);
  const outcome = await askList(context.table, await listed(context), present);
  if (outcome === 'offered' || outcome === 'opened') return 'done';
  return outcome === 'nothing-kept' ? 'refused' : 'not-tried';
};

/** Takes an offer by the calendar as it is: the family is shown it before. */
export const take = async (context: SlotContext, offerId: OfferId): Promise<Carried> => {
  const { table } = context;
  const offer = await getOffer(table, offerId);
  if (!offer) return 'refused';
  const present = presentOffer(offer, await listed(context), businessMoment(sampleNow, sampleTimeZone));
  const attempt = idempotencyKeySchema.parse(randomUUID());
  const { outcome } = await takeOffer(table, present, { attempt, now: sampleNow, today: sampleToday });
  if (outcome === 'calendar-changed') return take(context, offerId);
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'taken' ? 'done' : 'refused';
};

const endings = {
  decline: { state: 'declined', entry: 'to-the-end' },
  expire: { state: 'expired', entry: 'leaves' },
  withdraw: { state: 'withdrawn', entry: 'keeps-rank' },
} as const;

export const endOpenOffer = async (
  { table }: SlotContext,
  offerId: OfferId,
  act: ActOf<'decline' | 'expire' | 'withdraw'>,
): Promise<Carried> => {
  const offer = await getOffer(table, offerId);
  if (!offer) return 'refused';
  const { state, entry } = endings[act.kind];
  const leaves = act.kind === 'decline' && !act.stays;
  const { outcome } = await endOffer(table, offer, { state, entry: leaves ? 'leaves' : entry, at: act.at });
  if (outcome === 'busy') return 'not-tried';
  return outcome === 'done' ? 'done' : 'refused';
};
