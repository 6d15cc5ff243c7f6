import { timerSettings } from '#infra/cloud/timer-settings';
import { bulkMailRate, prodMailRate } from '#infra/settings/defaults';
import type { OperationName } from './operations.ts';

/** Assumptions about the use of a month, rounded. */
export const assumptions = {
  visitsPerFamily: 4,
  /** Visits without an account for each visit of a family. */
  visitsByOthers: 1,
  listingsPerVisit: 1.5,
  classesLookedAtPerVisit: 0.5,
  /** Visits in which a family looks at its own pages. */
  ownVisitsPerFamily: 2,
  bookingsPerFamily: 0.5,
  formsPerBooking: 1.5,
  /** Most are one transfer for a booking. */
  paymentsPerBooking: 1,
  ledgerVisitsPerFamily: 0.5,
  /** Of each booking: moved within its class, moved to another class, cancelled, or a trial whose place is kept. */
  movesPerBooking: 0.05,
  classChangesPerBooking: 0.02,
  cancellationsPerBooking: 0.05,
  keptTrialsPerBooking: 0.1,
  /** Trials that nobody keeps, late cancellations that are decided, other credits and entries that are taken back. */
  trialsOverPerBooking: 0.1,
  lateDecisionsPerBooking: 0.01,
  creditsPerBooking: 0.02,
  takenBackPerBooking: 0.01,
  childEditsPerFamily: 0.05,
  /** Reminders of an open balance, which count as messages. */
  remindersPerFamily: 0.05,
  refusedPerBooking: 0.05,
  /** Entries of waiting lists. Half of them get an offer, most of which are taken. */
  joinsPerBooking: 0.2,
  offersPerJoin: 0.5,
  takenPerOffer: 0.8,
  /** A family stays for two years. */
  signUpsPerFamily: 1 / 24,
  passwordResetsPerFamily: 0.02,
  shareOfFamiliesActive: 0.6,
  familiesPerClass: 25,
  /** Messages to all families of a class, such as a cancelled session; reminders count as one. */
  messagesPerClass: 2,
  /** At 1 GB, a message occupies `messenger` for as long as the emails take at SES's rate. */
  messageEmailsPerSecond: bulkMailRate(prodMailRate),
  /** SES reports sending and delivery of each email. */
  reportsPerEmail: 2,
  /** Runs of the timer. */
  ticks: (30 * 24 * 60) / timerSettings.everyMinutes,
  fewestClasses: 4,
  familiesPerAdministrator: 2_000,
  administratorDays: 20,
  /** A day of one administrator. */
  administratorDay: {
    dashboards: 2,
    classLists: 2,
    bookingPages: 5,
    parentPages: 2,
    openBalancePages: 1,
    rosters: 3,
    searches: 2,
    changes: 0.5,
  },
  filesPerVisit: 10,
  /** CloudFront runs one function on the request for a file and one on its response. */
  edgeFunctionsPerFile: 2,
  kilobytesPerClass: 1,
  megabytesPerVisit: 0.3,
  shareMissedByEdge: 0.05,
  /** Each edge reads the shared listing at most every five seconds, sixteen hours a day. */
  mostListingReadings: 2 * 12 * 60 * 16 * 30,
  /** Time of a request at 1 GB: its work, and a cold start in every twentieth. */
  lambdaSeconds: 0.03 + 0.4 / 20,
  logKilobytesPerRequest: 1,
  /** Profile, children, registration and words; a booking with its two index entries; bookings of three years. */
  kilobytesPerFamily: 3,
  kilobytesPerBooking: 2,
  monthsKept: 36,
} as const;

export interface Usage {
  readonly classes: number;
  /** Number of calls of each operation. */
  readonly operations: Readonly<Partial<Record<OperationName, number>>>;
  /** Searches, which read all families. */
  readonly searches: number;
  /** Those of messages to several families, and single ones. */
  readonly emails: number;
  readonly messageEmails: number;
  /** Reports about emails; those about single ones change nothing in the table. */
  readonly reports: number;
  readonly activeUsers: number;
  readonly visits: number;
  /** Times that the user pool makes tokens and invokes `pretoken`. */
  readonly tokens: number;
  /** Requests that read the accounts of all families. */
  readonly ledgerReadings: number;
  /** GB in the table and its indexes. */
  readonly storedGb: number;
}

const kbPerGb = 1_000_000;

export const usageOf = (families: number): Usage => {
  const a = assumptions;
  const visits = families * a.visitsPerFamily * (1 + a.visitsByOthers);
  const bookings = families * a.bookingsPerFamily;
  const payments = bookings * a.paymentsPerBooking;
  const moves = bookings * a.movesPerBooking;
  const classChanges = bookings * a.classChangesPerBooking;
  const cancellations = bookings * a.cancellationsPerBooking;
  const keptTrials = bookings * a.keptTrialsPerBooking;
  const changes = moves + classChanges + cancellations + keptTrials;
  const joins = bookings * a.joinsPerBooking;
  const offers = joins * a.offersPerJoin;
  const taken = offers * a.takenPerOffer;
  const signUps = families * a.signUpsPerFamily;
  const resets = families * a.passwordResetsPerFamily;
  const administratorDays = (1 + Math.floor(families / a.familiesPerAdministrator)) * a.administratorDays;
  const day = a.administratorDay;
  const classes = Math.max(a.fewestClasses, Math.ceil(families / a.familiesPerClass));
  const reminders = families * a.remindersPerFamily;
  const messages = classes * a.messagesPerClass + reminders / a.familiesPerClass;
  const messageEmails = messages * a.familiesPerClass;
  const emails = bookings + changes + joins + offers + payments + signUps + resets + messageEmails;
  return {
    classes,
    visits,
    tokens: families * a.ownVisitsPerFamily + administratorDays,
    operations: {
      listClasses: Math.min(visits * a.listingsPerVisit, a.mostListingReadings),
      getClass: visits * a.classesLookedAtPerVisit,
      getMyFamily: families * a.ownVisitsPerFamily,
      listMyBookings: families * a.ownVisitsPerFamily,
      getMyLedger: families * a.ledgerVisitsPerFamily,
      recordPayment: payments,
      'mailer: receipt': payments,
      getParentLedger: administratorDays * day.parentPages + payments,
      getMoneyFigures: administratorDays * day.dashboards,
      'searchOpenBalances, first page': administratorDays * day.openBalancePages,
      getBookingOffer: bookings * a.formsPerBooking,
      bookSlot: bookings - taken,
      'bookSlot, already booked': bookings * a.refusedPerBooking,
      'moveMyBooking, within the class': moves,
      'moveMyBooking, to another class': classChanges,
      cancelBooking: cancellations,
      keepPlace: keptTrials,
      decideLateEnding: bookings * a.lateDecisionsPerBooking,
      'timer: a trial is over': bookings * a.trialsOverPerBooking,
      recordAllowance: bookings * a.creditsPerBooking,
      takeBackEntry: bookings * a.takenBackPerBooking,
      updateChild: families * a.childEditsPerFamily,
      // The email about a change reads and writes what a confirmation does.
      'mailer: confirmation': bookings + changes,
      joinWaitingList: joins,
      'mailer: on a waiting list': joins,
      // On each page of the family that shows its offers.
      getMyWaiting: families * a.ownVisitsPerFamily,
      'messenger: a place is offered': offers,
      'mailer: offer of a place': offers,
      takeMyOffer: taken,
      signUp: signUps,
      'mailer: link to verify': signUps,
      verifyEmail: signUps,
      requestPasswordReset: resets,
      'mailer: link to reset': resets,
      resetPassword: resets,
      getDashboard: administratorDays * day.dashboards,
      listManagedClasses: administratorDays * day.classLists,
      'searchBookings, first page': administratorDays * (day.bookingPages + day.searches),
      'searchParents, first page': administratorDays * day.parentPages,
      getRoster: administratorDays * day.rosters,
      updateClass: administratorDays * day.changes,
      'timer: nothing is due': a.ticks,
      'messenger: a message to 25 families': messages,
      'bounces: a report': messageEmails * a.reportsPerEmail,
    },
    searches: administratorDays * day.searches,
    ledgerReadings: administratorDays * (day.dashboards + day.openBalancePages),
    ...{ emails, messageEmails },
    reports: emails * a.reportsPerEmail,
    activeUsers: families * a.shareOfFamiliesActive,
    storedGb: (families * a.kilobytesPerFamily + bookings * a.monthsKept * a.kilobytesPerBooking) / kbPerGb,
  };
};
