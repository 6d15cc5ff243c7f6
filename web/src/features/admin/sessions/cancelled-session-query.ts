import { adminRoutes } from '#shared/contract/admin-routes';
import type { SessionKey } from '#shared/schemas/cancellation';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** A cancelled session: who was told, and what the families get. */
export const cancelledSessionQuery = ({ class_id, slot_id, date }: SessionKey) =>
  routeQuery(
    adminRoutes.getCancelledSession,
    { params: { classId: class_id, slotId: slot_id, date } },
    'Failed to load the cancelled session',
  );
