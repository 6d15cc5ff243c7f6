import { adminRoutes } from '#shared/contract/admin-routes';
import { withKeys } from '../lib/http/with-keys.ts';
import {
  getRole,
  grantAdmin,
  listActivity,
  listAdmins,
  revokeAdmin,
} from './administrators/administrators.ts';
import { resetSecondFactor } from './administrators/reset-second-factor.ts';
import { deleteBooking } from './bookings/delete-booking.ts';
import { getRemovalChoices } from './bookings/get-removal-choices.ts';
import { decideLateEnding, listLateEndings } from './bookings/late-endings.ts';
import { lookUpBooking } from './bookings/look-up-booking.ts';
import { moveBooking } from './bookings/move-booking.ts';
import { searchBookings } from './bookings/search-bookings.ts';
import { updateBooking } from './bookings/update-booking.ts';
import { createClass } from './classes/create-class.ts';
import { deleteClass } from './classes/delete-class.ts';
import { getClassImpact } from './classes/get-class-impact.ts';
import { getDashboard } from './classes/get-dashboard.ts';
import { listManagedClasses } from './classes/list-managed-classes.ts';
import { updateClass } from './classes/update-class.ts';
import { grantCoach, listCoaches, revokeCoach, setCoachChecks } from './coaches/coaches.ts';
import { listCovers, setCover } from './coaches/covers.ts';
import { inviteCoach, withdrawCoachInvitation } from './coaches/invitations.ts';
import type { AdminDeps } from './deps.ts';
import { createDraft } from './drafts/create-draft.ts';
import { deleteDraft } from './drafts/delete-draft.ts';
import { listDrafts } from './drafts/list-drafts.ts';
import { publishDraft } from './drafts/publish-draft.ts';
import { updateDraft } from './drafts/update-draft.ts';
import { getMessage, getMessagePreview, listMessages, sendMessageAgain } from './messages/messages.ts';
import { listReaders, removeReader } from './messages/readers.ts';
import { sendMessage, sendTestMessage } from './messages/send-message.ts';
import { deleteParent } from './parents/delete-parent.ts';
import { getParent } from './parents/get-parent.ts';
import { searchEverything } from './parents/search-everything.ts';
import { searchParents } from './parents/search-parents.ts';
import { updateParent } from './parents/update-parent.ts';
import { getMoneyFigures, listUnpaid, searchOpenBalances } from './payments/balances.ts';
import {
  keepBankColumns,
  keepBankRows,
  lookUpBankColumns,
  lookUpBankRows,
  recordBankRows,
} from './payments/bank-rows.ts';
import { recordAllowance, recordPayment, recordRefund, takeBackEntry } from './payments/entries.ts';
import { getParentLedger, listEntries, setSecondReference } from './payments/ledgers.ts';
import { getReminderPreview, remindFamilies, setDoNotRemind } from './payments/reminders.ts';
import { assignUnassignedRow, ignoreUnassignedRow, listUnassignedRows } from './payments/unassigned-rows.ts';
import {
  deleteUnlisted,
  finishUnlisted,
  listDayRegisters,
  listPastRegisters,
  listUnlisted,
} from './registers/registers.ts';
import { cancelSessions } from './sessions/cancel-sessions.ts';
import { chooseRemedy } from './sessions/choose-remedy.ts';
import { creditSession } from './sessions/credit-session.ts';
import { getCancelledSession } from './sessions/get-cancelled-session.ts';
import { getRoster } from './sessions/get-roster.ts';
import { previewCancellation } from './sessions/preview-cancellation.ts';
import { restoreSession } from './sessions/restore-session.ts';
import { getSettings, saveSettings } from './settings/settings.ts';
import { getKeptPreview } from './terms/get-kept-preview.ts';
import { planTerm } from './terms/plan-term.ts';
import { publishTerm } from './terms/publish-term.ts';
import { getWhoStays } from './terms/who-stays.ts';
import { createVenue, deleteVenue, listVenues, updateVenue } from './venues/venues.ts';
import {
  addToWaitingList,
  putWaitingFirst,
  removeFromWaitingList,
  withdrawOffer,
} from './waiting-list/change-waiting-list.ts';
import { getWaitingList } from './waiting-list/get-waiting-list.ts';

export const adminOperations = withKeys<'admin', AdminDeps>(adminRoutes, {
  getDashboard,
  listManagedClasses,
  createClass,
  updateClass,
  getClassImpact,
  deleteClass,
  listDrafts,
  createDraft,
  updateDraft,
  deleteDraft,
  publishDraft,
  planTerm,
  getKeptPreview,
  publishTerm,
  getWhoStays,
  listVenues,
  createVenue,
  updateVenue,
  deleteVenue,
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
  getRemovalChoices,
  listLateEndings,
  decideLateEnding,
  searchEverything,
  searchParents,
  getParent,
  updateParent,
  deleteParent,
  getParentLedger,
  lookUpBankColumns,
  keepBankColumns,
  lookUpBankRows,
  recordBankRows,
  keepBankRows,
  listUnassignedRows,
  assignUnassignedRow,
  ignoreUnassignedRow,
  recordPayment,
  recordRefund,
  recordAllowance,
  takeBackEntry,
  setDoNotRemind,
  setSecondReference,
  getMoneyFigures,
  searchOpenBalances,
  listUnpaid,
  listEntries,
  getReminderPreview,
  remindFamilies,
  listAdmins,
  grantAdmin,
  revokeAdmin,
  resetSecondFactor,
  getRole,
  listCoaches,
  grantCoach,
  revokeCoach,
  inviteCoach,
  withdrawCoachInvitation,
  setCoachChecks,
  listCovers,
  listDayRegisters,
  listPastRegisters,
  listUnlisted,
  finishUnlisted,
  deleteUnlisted,
  setCover,
  listMessages,
  getMessage,
  getMessagePreview,
  sendMessage,
  sendTestMessage,
  sendMessageAgain,
  listActivity,
  listReaders,
  removeReader,
  getSettings,
  saveSettings,
});
