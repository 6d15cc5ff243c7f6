import { ascending } from '#shared/domain/lists/ascending';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { byRank, isWaiting, putFirstAt } from '#shared/domain/waiting/waiting';
import type { ListedEntry } from '#shared/schemas/waiting-admin';
import { batchRead } from '../dynamo/batch-get.ts';
import { childRef } from '../families/children.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';
import type { OfferedSlot } from './offered-slots.ts';
import { presentOffer } from './present-offer.ts';
import { readOffers } from './stored-offer.ts';
import type { ListEntry } from './waiting-entries.ts';

/** The entries of a list for administrators: offers first, then in the order of the list (WAI-11). */
export const describeList = async (
  table: Table,
  entries: readonly ListEntry[],
  listed: OfferedSlot,
  moment: BusinessMoment,
): Promise<ListedEntry[]> => {
  if (entries.length === 0) return [];
  const refs = entries.flatMap(({ parent_id, child_ids }) => [
    profileRef(parent_id),
    ...child_ids.map((id) => childRef(parent_id, id)),
  ]);
  const [read, offers] = await Promise.all([
    batchRead(table, refs, { consistent: false }),
    readOffers(
      table,
      entries.flatMap(({ offer_id }) => offer_id ?? []),
    ),
  ]);
  const offerOf = new Map(offers.map((offer) => [offer.entry_id, presentOffer(offer, listed, moment)]));
  const waiting = entries.filter(isWaiting).toSorted(byRank);
  const asked = entries.filter((entry) => !isWaiting(entry)).toSorted(byRank);
  return [...asked, ...waiting].map((entry) => {
    const { id, parent_id, child_ids, since, put_first_reason } = entry;
    const parent = read(profileRef(parent_id));
    const offer = offerOf.get(id);
    const rank = waiting.indexOf(entry) + 1;
    return {
      ...{ id, parent_id, since },
      put_first_reason: putFirstAt(entry) && put_first_reason,
      rank: rank > 0 ? rank : null,
      child_names: child_ids
        .flatMap((child) => read(childRef(parent_id, child)) ?? [])
        .toSorted((one, other) => ascending(one.date_of_birth, other.date_of_birth))
        .map(({ name }) => name),
      parent_name: parent?.full_name ?? '',
      phone_number: parent?.phone_number ?? '',
      takes_no_mail: parent?.email_problem !== null || parent.email === '',
      offer: offer ? { id: offer.id, until: offer.until, price: offer.price } : null,
    };
  });
};
