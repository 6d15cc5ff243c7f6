const requestSeconds = 15;

export const limits = {
  /** Largest request body that the API accepts, in bytes: room for the longest message in any script. */
  requestBodyBytes: 24_576,
  personNameLength: 100,
  venueLength: 120,
  venueAddressLength: 200,
  venueDirectionsLength: 200,
  linkLength: 500,
  phoneLength: 40,
  /** A typed text before it is cleaned has more than any field takes. A phone number, a code or an amount is shorter. */
  typedLength: 20_000,
  typedNumberLength: 1_000,
  medicalConditionsLength: 1_000,
  contactsPerChild: 3,
  relationLength: 60,
  searchLength: 100,
  shortestSearch: 2,
  entryNoteLength: 200,
  bankFileRows: 2_000,
  bankFileBytes: 2_000_000,
  /** Lines of the file: a row with a text of several lines has several. */
  bankFileLines: 20_000,
  bankFileColumns: 60,
  /** A date or an amount of a bank file. What is longer is a text. */
  bankValueLength: 100,
  bankTextLength: 400,
  bankPayerLength: 200,
  secondReferenceLength: 40,
  /** The heading by which the columns of a bank's files are remembered; more is cut. */
  bankHeadingLength: 2_000,
  /** Families among whom a row of a bank file is split: one transaction records all parts. */
  familiesOfBankRow: 10,
  bankRowsAtOnce: 20,
  /** Families of one request to remind: each is an item of one transaction, which holds 100. */
  remindedAtOnce: 90,
  /** Recipients that one request sends a message to again: one transaction does. */
  sentAgainAtOnce: 50,
  familyNoteLength: 1_000,
  aboveCapacityReasonLength: 200,
  cancellationNoteLength: 500,
  contactSubjectLength: 120,
  contactMessageLength: 2_000,
  messageSubjectLength: 150,
  messageTextLength: 5_000,
  /** The user pool accepts at most 128 characters in a user name, which is the email. */
  emailLength: 128,
  childrenPerFamily: 20,
  /** Names of present children and of children who have bookings: they are stored on one item, which is limited. */
  childNamesPerFamily: 100,
  /** Bookings that a family may make in one hour of the clock (BOK-52). */
  bookingsPerHour: 20,
  /**
   * Changes that a family may make in one hour of the clock, its bookings among them: each place is one. Which routes count
   * is in `infra/testing/attack/counted-changes.ts`.
   */
  changesPerHour: 60,
  /** Bookings of a family that still have a session to come (BOK-52). */
  liveBookings: 30,
  dueDates: 6,
  /** Weeks of a planned term, its dates without a session, and classes of one request to plan it. */
  termWeeks: 52,
  termSkippedDates: 200,
  plannedAtOnce: 50,
  coachDaysAhead: 7,
  /** Drafts that are published together, so that a family gets one email; and of one request for a preview. */
  publishedAtOnce: 200,
  previewedAtOnce: 20,
  slotsPerClass: 20,
  coachesPerClass: 10,
  /** What was seen of a coach's background check or first aid certificate (COA-07). */
  coachCheckNoteLength: 200,
  /** How long before its start a coach reads and marks the register of a session (COA-03). */
  registerHours: 24,
  /** Minutes after its start from which a session without a mark is a late register (REG-07). */
  registerLateMinutes: 10,
  /** Marks of one request of a phone (REG-11), and the size of such a request, in bytes. */
  marksAtOnce: 100,
  marksBodyBytes: 51_200,
  unlistedPerSession: 20,
  unlistedAddedPerSession: 100,
  markReasonLength: 200,
  slotCapacity: 500,
  passwordMinLength: 6,
  passwordMaxLength: 128,
  bookedAge: { from: 1, to: 18 },
  weeklyRateCents: 1_000_000,
  /** Period in which requests for emails with links are counted. */
  mailPeriodSeconds: 3_600,
  /** Period in which messages by the contact forms are counted (FRM-02). */
  contactPeriodSeconds: 3_600,
  /** How long after the password was entered a sign-in counts as fresh. */
  freshSignInSeconds: 300,
  /** How long the link of an email is valid (AUT-32). */
  linkHours: { 'verify-email': 24, 'reset-password': 1 },
  /** How long the link that confirms an address for the newsletter is valid (FRM-05). */
  newsletterLinkHours: 48,
  /** How long the link of an invitation of a coach is valid (COA-01). */
  /** Answers by which readers of an office's invitation may show that they know the family; then it ends (FID-09). */
  invitationTries: 5,
  invitationDays: 7,
  /** How long a token may know nothing of a change of its account's family: the lifetime of access tokens. */
  accessTokenMinutes: 15,
  /** How long the link by which an administrator opens an account is valid (SCH-01). */
  adminInvitationHours: 24,
  messageLogDays: 90,
  /** Time limit of a function that answers requests. */
  requestSeconds,
  /** Between two opposite changes of a role: by then all calls of the first change to the user pool have ended. */
  roleSettlingSeconds: 2 * requestSeconds,
} as const;

/** Rows in one answer of an administrator's list: by default, and at most (exports ask for the most). */
export const pageSizes = { usual: 50, most: 200 } as const;
