import { businessMoment } from '#shared/lib/business-time';
import type { LinkedOfferRoutes } from '#shared/waiting/links-routes';
import type { DeclineOffer, OfferLink, TakeOfferByLink } from '#shared/waiting/waiting-view';
import { actsForFamily } from '../accounts/account-marks.ts';
import type { LinksDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { readLinkedOffer, readOfferedSlots, readOtherSessions } from './offer-facts.ts';
import {
  declineOffer as declineHeldOffer,
  moveOffer as moveHeldOffer,
  offerView,
  presentRenewal,
  takeOffer as takeHeldOffer,
} from './steps.ts';

// The account must be a member of the offer's family (FID-03). Two round trips, three for a renewal whose offer ended.
const requireOffer = async (
  table: Table,
  link: OfferLink & Pick<TakeOfferByLink, 'parent_id'>,
  slot?: DeclineOffer['slot'],
) => {
  const { offer: linked, by, ...parts } = await readLinkedOffer(table, link, slot);
  if (!linked || !by) throw problem('offerNotFound');
  const [isOfMember, offer] = await Promise.all([
    actsForFamily(table, by, linked.parent_id),
    presentRenewal(linked, { table }),
  ]);
  if (!isOfMember) throw problem('offerNotFound');
  return { ...parts, offer, by };
};

export const getLinkedOffer: Operation<LinkedOfferRoutes['getLinkedOffer'], LinksDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const { offer } = await requireOffer(table, body);
  const slot = (await readOfferedSlots(table, [offer]))(offer);
  if (!slot) throw problem('offerNotFound');
  const moment = businessMoment(clock(), timeZone);
  return offerView(offer, slot, await readOtherSessions(table, offer, moment.today), moment);
};

export const takeOffer: Operation<LinkedOfferRoutes['takeOffer'], LinksDeps> = async (
  { body, idempotencyKey },
  deps,
) => {
  const { offer, by, ledger } = await requireOffer(deps.table, body);
  const agreed = { attempt: idempotencyKey, by, calendarVersion: body.calendar_version, ledger };
  return takeHeldOffer(offer, agreed, deps);
};

export const declineOffer: Operation<LinkedOfferRoutes['declineOffer'], LinksDeps> = async (
  { body },
  deps,
) => {
  const { offer, by, hasWaiting } = await requireOffer(deps.table, body, body.slot);
  return declineHeldOffer(offer, { stays: body.stays, by, hasWaiting }, deps);
};

export const moveOffer: Operation<LinkedOfferRoutes['moveOffer'], LinksDeps> = async ({ body }, deps) => {
  const { offer, by } = await requireOffer(deps.table, body);
  return moveHeldOffer(offer, { ...body, by }, deps);
};
