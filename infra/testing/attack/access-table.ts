import type { RouteName } from '#shared/contract/routes';
import { bookingAccess } from './access/booking-access.ts';
import { classAccess } from './access/class-access.ts';
import { familyAccess } from './access/family-access.ts';
import { linksAccess } from './access/links-access.ts';
import { messageAccess } from './access/message-access.ts';
import { parentAccess } from './access/parent-access.ts';
import { publicAccess } from './access/public-access.ts';
import type { Rows } from './access/rows.ts';

/**
 * The response of every route to every caller, by what the request names (see `Named`): the success status, or the code
 * of the problem. The columns are `callers`: visitor, unverified, parent, deleted, admin, revoked.
 *
 * A revoked administrator's token is valid for its remaining minutes. It opens the routes without personal data only: the
 * others read the role from the table. The deleted account's token has no data to read any more.
 */
export const accessTable: { readonly [Name in RouteName]: Rows<Name> } = {
  ...publicAccess,
  ...familyAccess,
  ...classAccess,
  ...bookingAccess,
  ...parentAccess,
  ...messageAccess,
  ...linksAccess,
};
