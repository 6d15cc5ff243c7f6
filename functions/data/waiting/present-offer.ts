import type { BusinessMoment } from '#shared/domain/time/business-time';
import { placeNow, priceNow } from '#shared/domain/waiting/offered-places';
import type { OfferedSlot } from './offered-slots.ts';
import type { StoredOffer } from './stored-offer.ts';

/** An offer as the present calendar leaves it, with the version of that calendar. One that ended stays as it was. */
export const presentOffer = (
  offer: StoredOffer,
  { cls, slot }: OfferedSlot,
  moment: BusinessMoment,
): StoredOffer => {
  const { calendar_version } = slot;
  if (offer.state !== 'open') return { ...offer, calendar_version };
  const { dates } = placeNow(cls, slot, offer, moment);
  return { ...offer, dates: [...dates], ...priceNow(cls, slot, offer, moment), calendar_version };
};
