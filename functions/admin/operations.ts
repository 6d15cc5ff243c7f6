import type { ServiceOperations } from '../http/create-handler.ts';
import { cancelSessions } from './cancel-sessions.ts';
import { createClass } from './create-class.ts';
import { creditSession } from './credit-session.ts';
import { deleteBooking } from './delete-booking.ts';
import { deleteClass } from './delete-class.ts';
import { deleteParent } from './delete-parent.ts';
import type { AdminDeps } from './deps.ts';
import { getClassImpact } from './get-class-impact.ts';
import { getDashboard } from './get-dashboard.ts';
import { getMessage } from './get-message.ts';
import { getMessagePreview } from './get-message-preview.ts';
import { getParent } from './get-parent.ts';
import { getRole } from './get-role.ts';
import { getRoster } from './get-roster.ts';
import { grantAdmin } from './grant-admin.ts';
import { listActivity } from './list-activity.ts';
import { listAdmins } from './list-admins.ts';
import { listManagedClasses } from './list-managed-classes.ts';
import { listMessages } from './list-messages.ts';
import { listReaders } from './list-readers.ts';
import { lookUpBooking } from './look-up-booking.ts';
import { moveBooking } from './move-booking.ts';
import { previewCancellation } from './preview-cancellation.ts';
import { removeReader } from './remove-reader.ts';
import { restoreSession } from './restore-session.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { searchBookings } from './search-bookings.ts';
import { searchEverything } from './search-everything.ts';
import { searchParents } from './search-parents.ts';
import { sendMessage } from './send-message.ts';
import { sendMessageAgain } from './send-message-again.ts';
import { sendTestMessage } from './send-test-message.ts';
import { updateBooking } from './update-booking.ts';
import { updateClass } from './update-class.ts';
import { updateParent } from './update-parent.ts';

export const adminOperations: ServiceOperations<'admin', AdminDeps> = {
  getDashboard,
  listManagedClasses,
  createClass,
  updateClass,
  getClassImpact,
  deleteClass,
  getRoster,
  previewCancellation,
  cancelSessions,
  restoreSession,
  creditSession,
  searchBookings,
  lookUpBooking,
  updateBooking,
  deleteBooking,
  moveBooking,
  searchEverything,
  searchParents,
  getParent,
  updateParent,
  deleteParent,
  listAdmins,
  grantAdmin,
  revokeAdmin,
  getRole,
  listMessages,
  getMessage,
  getMessagePreview,
  sendMessage,
  sendTestMessage,
  sendMessageAgain,
  listActivity,
  listReaders,
  removeReader,
};
