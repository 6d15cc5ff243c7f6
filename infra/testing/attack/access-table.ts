import type { accessProblems } from '#shared/contract/route';
import type { RouteName, Routes } from '#shared/contract/routes';
import type { CallerName } from './fixtures.ts';
import type { Named } from './requests/question.ts';

/** A response of a route: its success status, or the code of a problem that it declares. */
type Outcome<Name extends RouteName> =
  | Routes[Name]['status']
  | Routes[Name]['errors'][number]
  | (typeof accessProblems)[Routes[Name]['access']][number]
  | 'notFound';

/** What those who may call a route get, by what the request names (see `Named`). What exists comes first. */
type Outcomes = { readonly [Name in RouteName]?: { readonly [Thing in Named]?: Outcome<Name> } };

type Row = Readonly<Record<CallerName, string | number>>;

/** The rows of some routes, of which every caller gets what `who` says. */
const rowsOf = <Routed extends Outcomes>(
  who: (outcome: string | number) => Row,
  routes: Routed,
): { readonly [Name in keyof Routed]: { readonly [Thing in keyof Routed[Name]]: Row } } => {
  const rows = Object.entries(routes).map(([route, outcomes]) => [
    route,
    Object.fromEntries(Object.entries(outcomes).map(([named, outcome]) => [named, who(outcome)])),
  ]);
  return Object.fromEntries(rows);
};

/** Routes without a login: whoever asks gets the same. */
const anyone = (outcome: string | number): Row => ({
  visitor: outcome,
  parent: outcome,
  deleted: outcome,
  coach: outcome,
  admin: outcome,
  revoked: outcome,
});

/** Routes with a login. */
const loggedIn = (outcome: string | number): Row => ({ ...anyone(outcome), visitor: 'notAuthenticated' });

/** Routes of a family for its own data. An administrator may have a family too, and a deleted account has none. */
const families = (outcome: string | number): Row => ({ ...loggedIn(outcome), deleted: 'notAuthenticated' });

/** Routes of an account for itself: the token of a deleted account finds nothing. */
const accounts = (outcome: string | number): Row => ({ ...loggedIn(outcome), deleted: 'profileNotFound' });

/** The same for what gives the role: it is not given back at once where it was just taken. */
const newAdministrators = (outcome: string | number): Row => ({
  ...accounts(outcome),
  revoked: outcome === 204 ? 'roleChanging' : outcome,
});

/** Routes of administrators without personal data: a revoked administrator's token is valid for its remaining minutes. */
const tokensOfOffice = (outcome: string | number): Row => ({
  ...loggedIn('adminOnly'),
  admin: outcome,
  revoked: outcome,
});

/**
 * Routes of the pitch. A coach sees nothing but the own sessions, which no request of this table names; an administrator
 * sees every one.
 */
const pitch =
  (coach: string | number) =>
  (outcome: string | number): Row => ({
    ...loggedIn('coachOnly'),
    coach,
    admin: outcome,
  });

/** All other routes of administrators read the role from the table. */
const office = (outcome: string | number): Row => ({ ...tokensOfOffice(outcome), revoked: 'adminOnly' });

/** The response of every route to every caller, by what the request names: the success status, or the code of the problem. */
export const accessTable = {
  ...rowsOf(anyone, {
    probeCatalogue: { nothing: 204 },
    probeAccount: { nothing: 204 },
    probeFamily: { nothing: 204 },
    probeAdmin: { nothing: 204 },
    probeLinks: { nothing: 204 },
    probeCoach: { nothing: 204 },
    listClasses: { nothing: 200 },
    getClass: { present: 200, missing: 'classNotFound' },
    listTimeSlots: { present: 200, missing: 'classNotFound' },
    getTimeSlot: { present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' },
    // Known and unknown addresses get the same answer.
    signUp: { present: 201, missing: 201 },
    resendVerification: { present: 202, missing: 202 },
    requestPasswordReset: { present: 202, missing: 202 },
    joinNewsletter: { present: 202, missing: 202 },
    // A link is valid for every caller: whoever knows its secret confirms, reads the feed, answers the offer.
    verifyEmail: { present: 200, missing: 200 },
    confirmEmail: { present: 200, missing: 200 },
    getLinkedAddress: { present: 200, missing: 200 },
    resetPassword: { present: 200, missing: 'resetLinkInvalid' },
    getCoachInvitation: { present: 200, missing: 'invitationInvalid' },
    acceptCoachInvitation: { present: 201, missing: 'invitationInvalid' },
    getAdultInvitation: { present: 200, missing: 'invitationInvalid' },
    proveAdultInvitation: { present: 200, missing: 'invitationInvalid' },
    acceptAdultInvitation: { present: 201, missing: 'invitationInvalid' },
    getAdminInvitation: { present: 200, missing: 'adminInvitationInvalid' },
    acceptAdminInvitation: { present: 201, missing: 'adminInvitationInvalid' },
    confirmNewsletter: { present: 200, missing: 'newsletterLinkInvalid' },
    leaveNewsletter: { present: 200, missing: 'newsletterLinkInvalid' },
    getLinkedOffer: { present: 200, missing: 'offerNotFound' },
    takeOffer: { present: 200, missing: 'offerNotFound' },
    declineOffer: { present: 200, missing: 'offerNotFound' },
    // An offer of a waiting list stays in its slot.
    moveOffer: { present: 'offerNotFound', missing: 'offerNotFound' },
    getLinkedDay: { present: 200, missing: 'dayLinkInvalid' },
    setLinkedNotComing: { present: 200, foreign: 'bookingNotFound', missing: 'dayLinkInvalid' },
    getCalendarFeed: { present: 200, missing: 'notFound' },
    // It reads nothing.
    getLeavePage: { missing: 303 },
    sendContactMessage: { nothing: 200 },
    // Accounts with and without a second factor get the same answer.
    recoverSecondFactor: { present: 'recoveryRefused', missing: 'recoveryRefused' },
  }),
  ...rowsOf(families, {
    listMyBookings: { own: 200 },
    getMyWaiting: { own: 200 },
    // Nobody of these has a second adult, and all have a child.
    inviteAdult: { own: 202 },
    withdrawAdultInvitation: { own: 204 },
    endAdultAccess: { own: 'adultNotFound' },
    chooseMoneyMails: { own: 204 },
    getMyFamily: { own: 200 },
    updateMyProfile: { own: 200 },
    addChildren: { own: 201 },
    updateChild: { own: 204, foreign: 'childNotFound', missing: 'childNotFound' },
    removeChild: { own: 204, foreign: 'childNotFound', missing: 'childNotFound' },
    exportMyData: { own: 200 },
    listCardViews: { own: 200 },
    getMyLedger: { own: 200 },
    getBookableSlot: { present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' },
    createCalendarFeed: { own: 201 },
    bookSlot: { own: 201, foreign: 'childNotFound', missing: 'childNotFound' },
    cancelBooking: { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    getBookingCalendar: { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    moveMyBooking: { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    setNotComing: { own: 204, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    keepPlace: { own: 200, foreign: 'bookingNotFound', missing: 'bookingNotFound' },
    updateCard: { own: 200, foreign: 'childNotFound', missing: 'childNotFound' },
    joinWaitingList: { own: 201, foreign: 'childNotFound', missing: 'childNotFound' },
    leaveWaitingList: { own: 204, foreign: 'waitingEntryNotFound', missing: 'waitingEntryNotFound' },
    takeMyOffer: { own: 200, foreign: 'offerNotFound', missing: 'offerNotFound' },
    moveMyOffer: { own: 'offerNotFound', foreign: 'offerNotFound', missing: 'offerNotFound' },
    declineMyOffer: { own: 200, foreign: 'offerNotFound', missing: 'offerNotFound' },
  }),
  ...rowsOf(accounts, {
    getMySecondFactor: { own: 200 },
    turnOnSecondFactor: { own: 'secondFactorNotProved' },
    acceptMyCoachInvitation: { own: 204, foreign: 'invitationForOther', missing: 'invitationInvalid' },
    acceptMyAdultInvitation: {
      own: 'hasFamily',
      foreign: 'invitationForOther',
      missing: 'invitationInvalid',
    },
  }),
  ...rowsOf(newAdministrators, {
    acceptMyAdminInvitation: {
      own: 204,
      foreign: 'invitationForOther',
      missing: 'adminInvitationInvalid',
    },
  }),
  // An administrator's role must be revoked first. A deletion is repeated without an error.
  ...rowsOf((outcome) => ({ ...loggedIn(outcome), admin: 'adminAccount' }), {
    deleteMyAccount: { own: 204 },
  }),
  ...rowsOf(tokensOfOffice, {
    getDashboard: { nothing: 200 },
    listManagedClasses: { nothing: 200 },
    listDrafts: { nothing: 200 },
    listVenues: { nothing: 200 },
    getClassImpact: { present: 200, foreign: 'slotNotFound', missing: 'classNotFound' },
    getMoneyFigures: { nothing: 200 },
  }),
  ...rowsOf(office, {
    createClass: { nothing: 201 },
    updateClass: { present: 200, missing: 'classNotFound' },
    setClassSale: { present: 200, missing: 'classNotFound' },
    deleteClass: { present: 204, missing: 'classNotFound' },
    createDraft: { nothing: 201 },
    updateDraft: { present: 200, missing: 'draftNotFound' },
    deleteDraft: { present: 204, missing: 'draftNotFound' },
    publishDraft: { present: 200, missing: 'draftNotFound' },
    planTerm: { present: 200, missing: 200 },
    getKeptPreview: { present: 200, missing: 200 },
    getWhoStays: { present: 200, missing: 'classNotFound' },
    publishTerm: { present: 202, missing: 'draftNotFound' },
    createVenue: { nothing: 201 },
    updateVenue: { present: 200, missing: 'venueNotFound' },
    deleteVenue: { present: 204, missing: 'venueNotFound' },
    getRoster: { present: 200, foreign: 'slotNotFound', missing: 'classNotFound' },
    previewCancellation: { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound' },
    cancelSessions: { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound' },
    restoreSession: { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound' },
    getCancelledSession: { present: 200, foreign: 'sessionNotFound', missing: 'classNotFound' },
    chooseRemedy: { present: 204, foreign: 'sessionNotFound', missing: 'classNotFound' },
    creditSession: { foreign: 200, missing: 'bookingNotFound' },
    getWaitingList: { present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' },
    addToWaitingList: { foreign: 201, missing: 'childNotFound' },
    putWaitingFirst: { foreign: 204, missing: 'waitingEntryNotFound' },
    removeFromWaitingList: { foreign: 204, missing: 'waitingEntryNotFound' },
    withdrawOffer: { foreign: 204, missing: 'offerNotFound' },
    takeOfferForFamily: { foreign: 200, missing: 'offerNotFound' },
    declineOfferForFamily: { foreign: 200, missing: 'offerNotFound' },
    listUnheardOffers: { nothing: 200 },
    getFamilyWaiting: { own: 200, foreign: 200, missing: 200 },

    searchBookings: { nothing: 200 },
    getFamilySlot: { present: 200, foreign: 'slotNotFound', missing: 'parentNotFound' },
    bookForFamily: { foreign: 201, missing: 'parentNotFound' },
    lookUpBooking: { foreign: 200, missing: 200 },
    updateBooking: { foreign: 200, missing: 'bookingNotFound' },
    deleteBooking: { foreign: 204, missing: 'bookingNotFound' },
    moveBooking: { foreign: 200, missing: 'bookingNotFound' },
    getRemovalChoices: { foreign: 200, missing: 'bookingNotFound' },
    listLateEndings: { nothing: 200 },
    decideLateEnding: { foreign: 204, missing: 'bookingNotFound' },
    searchEverything: { nothing: 200 },

    searchParents: { nothing: 200 },
    addFamily: { nothing: 201 },
    downloadFamilyData: { own: 200, foreign: 200, missing: 'parentNotFound' },
    inviteFamily: { present: 202, foreign: 'familyHasLogin', missing: 'parentNotFound' },
    listFamilyNotes: { own: 200, foreign: 200, missing: 200 },
    addFamilyNote: { own: 201, foreign: 201, missing: 'parentNotFound' },
    correctChild: { own: 204, foreign: 204, missing: 'parentNotFound' },
    addFamilyChildren: { own: 201, foreign: 201, missing: 'parentNotFound' },
    lookUpFamilies: { nothing: 200 },
    importFamilies: { nothing: 200 },
    listImports: { nothing: 200 },
    inviteImported: { missing: 'importNotFound' },
    undoImport: { missing: 'importNotFound' },
    getParent: { own: 200, foreign: 200, missing: 'parentNotFound' },
    updateParent: { own: 200, foreign: 200, missing: 'parentNotFound' },
    endAdultAccessOf: { foreign: 'adultNotFound', missing: 'parentNotFound' },
    makeAdultHolder: { foreign: 'adultNotFound', missing: 'parentNotFound' },
    removeLogin: { foreign: 204, missing: 'parentNotFound' },
    joinFamilies: { foreign: 200, missing: 'parentNotFound' },
    notSameFamily: { foreign: 204, missing: 'parentNotFound' },
    deleteParent: { own: 'adminAccount', foreign: 200, missing: 'parentNotFound' },
    getParentLedger: { own: 200, foreign: 200, missing: 'parentNotFound' },
    recordPayment: { own: 201, foreign: 201, missing: 'parentNotFound' },
    recordRefund: { own: 201, foreign: 201, missing: 'parentNotFound' },
    recordAllowance: { own: 201, foreign: 201, missing: 'parentNotFound' },
    takeBackEntry: { own: 201, foreign: 201, missing: 'parentNotFound' },
    setDoNotRemind: { own: 204, foreign: 204, missing: 'parentNotFound' },
    setSecondReference: { own: 204, foreign: 204, missing: 'parentNotFound' },
    searchOpenBalances: { nothing: 200 },
    listUnpaid: { nothing: 200 },
    listEntries: { nothing: 200 },
    getReminderPreview: { foreign: 200, missing: 200 },
    lookUpBankRows: { nothing: 200 },
    lookUpBankColumns: { nothing: 200 },
    keepBankColumns: { nothing: 204 },
    recordBankRows: { foreign: 200, missing: 200 },
    keepBankRows: { nothing: 200 },
    listUnassignedRows: { nothing: 200 },
    assignUnassignedRow: { foreign: 204, missing: 'parentNotFound' },
    ignoreUnassignedRow: { present: 204, missing: 'rowDecided' },
    remindFamilies: { foreign: 202, missing: 'nobodyToRemind' },
    listAdmins: { nothing: 200 },
    grantAdmin: { own: 200, foreign: 200, missing: 'accountNotFound' },
    resetSecondFactor: { own: 'ownSecondFactor', foreign: 'noSecondFactor', missing: 'notFound' },
    revokeAdmin: { own: 'ownRole', foreign: 204, missing: 'notFound' },
    getRole: { own: 200, foreign: 200, missing: 'notFound' },
    listCoaches: { nothing: 200 },
    grantCoach: { foreign: 200, missing: 'accountNotFound' },
    revokeCoach: { foreign: 204, missing: 'notFound' },
    inviteCoach: { present: 202, missing: 202 },
    withdrawCoachInvitation: { present: 204, missing: 'notFound' },
    inviteAdmin: { present: 202, missing: 202 },
    withdrawAdminInvitation: { present: 204, missing: 'notFound' },
    setCoachChecks: { foreign: 204, missing: 'notFound' },
    listCovers: { present: 200, missing: 200 },
    listDayRegisters: { nothing: 200 },
    listPastRegisters: { present: 200, foreign: 'notFound', missing: 'notFound' },
    listUnlisted: { nothing: 200 },
    finishUnlisted: { present: 204, missing: 'notFound' },
    deleteUnlisted: { present: 204, missing: 'notFound' },
    setCover: { present: 204, foreign: 'sessionNotFound', missing: 'classNotFound' },
    listActivity: { nothing: 200 },

    listMessages: { nothing: 200 },
    getMessage: { foreign: 200, missing: 'messageNotFound' },
    getMessagePreview: { nothing: 200 },
    sendMessage: { foreign: 202, missing: 'nobodyToWriteTo' },
    sendTestMessage: { nothing: 202 },
    sendMessageAgain: { foreign: 200, missing: 'messageNotFound' },
    listUnsent: { nothing: 200 },
    settleUnsentMail: { missing: 'messageNotFound' },
    settleUnsentMessage: { foreign: 204, missing: 'messageNotFound' },
    getSettings: { nothing: 200 },
    saveSettings: { nothing: 200 },
    listReaders: { nothing: 200 },
    removeReader: { foreign: 204, missing: 'readerNotFound' },
  }),
  ...rowsOf(pitch(200), { listMySessions: { nothing: 200 } }),
  ...rowsOf(pitch('notFound'), {
    getRegister: { present: 200, foreign: 'notFound', missing: 'notFound' },
    removeUnlisted: { present: 204, foreign: 'notFound', missing: 'notFound' },
    sendMarks: { present: 200, foreign: 'notFound', missing: 'notFound' },
  }),
} satisfies { readonly [Name in RouteName]: { readonly [Thing in Named]?: Row } };
