import type { ServiceOperations } from '../http/create-handler.ts';
import { addToWaitingList } from './add-to-waiting-list.ts';
import { cancelSessions } from './cancel-sessions.ts';
import { chooseRemedy } from './choose-remedy.ts';
import { createClass } from './create-class.ts';
import { creditSession } from './credit-session.ts';
import { decideLateEnding } from './decide-late-ending.ts';
import { deleteBooking } from './delete-booking.ts';
import { deleteClass } from './delete-class.ts';
import { deleteParent } from './delete-parent.ts';
import type { AdminDeps } from './deps.ts';
import { endOldTrials } from './end-old-trials.ts';
import { getCancelledSession } from './get-cancelled-session.ts';
import { getClassImpact } from './get-class-impact.ts';
import { getDashboard } from './get-dashboard.ts';
import { getMessage } from './get-message.ts';
import { getMessagePreview } from './get-message-preview.ts';
import { getMoneyFigures } from './get-money-figures.ts';
import { getParent } from './get-parent.ts';
import { getParentAccount } from './get-parent-account.ts';
import { getReminderPreview } from './get-reminder-preview.ts';
import { getRemovalChoices } from './get-removal-choices.ts';
import { getRole } from './get-role.ts';
import { getRoster } from './get-roster.ts';
import { getWaitingList } from './get-waiting-list.ts';
import { grantAdmin } from './grant-admin.ts';
import { listActivity } from './list-activity.ts';
import { listAdmins } from './list-admins.ts';
import { listEntries } from './list-entries.ts';
import { listLateEndings } from './list-late-endings.ts';
import { listManagedClasses } from './list-managed-classes.ts';
import { listMessages } from './list-messages.ts';
import { listReaders } from './list-readers.ts';
import { lookUpBooking } from './look-up-booking.ts';
import { moveBooking } from './move-booking.ts';
import { previewCancellation } from './preview-cancellation.ts';
import { putWaitingFirst } from './put-waiting-first.ts';
import { recordAllowance } from './record-allowance.ts';
import { recordPayment } from './record-payment.ts';
import { recordRefund } from './record-refund.ts';
import { remindFamilies } from './remind-families.ts';
import { removeFromWaitingList } from './remove-from-waiting-list.ts';
import { removeReader } from './remove-reader.ts';
import { restoreSession } from './restore-session.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { searchBookings } from './search-bookings.ts';
import { searchEverything } from './search-everything.ts';
import { searchOpenBalances } from './search-open-balances.ts';
import { searchParents } from './search-parents.ts';
import { sendMessage } from './send-message.ts';
import { sendMessageAgain } from './send-message-again.ts';
import { sendTestMessage } from './send-test-message.ts';
import { setDoNotRemind } from './set-do-not-remind.ts';
import { takeBackEntry } from './take-back-entry.ts';
import { updateBooking } from './update-booking.ts';
import { updateClass } from './update-class.ts';
import { updateParent } from './update-parent.ts';
import { withdrawOffer } from './withdraw-offer.ts';

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
  getCancelledSession,
  chooseRemedy,
  creditSession,
  getWaitingList,
  addToWaitingList,
  putWaitingFirst,
  removeFromWaitingList,
  withdrawOffer,
  searchBookings,
  lookUpBooking,
  updateBooking,
  deleteBooking,
  moveBooking,
  endOldTrials,
  getRemovalChoices,
  listLateEndings,
  decideLateEnding,
  searchEverything,
  searchParents,
  getParent,
  updateParent,
  deleteParent,
  getParentAccount,
  recordPayment,
  recordRefund,
  recordAllowance,
  takeBackEntry,
  setDoNotRemind,
  getMoneyFigures,
  searchOpenBalances,
  listEntries,
  getReminderPreview,
  remindFamilies,
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
